// `window.__dtmcp`: what a page that looks for it finds. Nothing here is ever read back to find or run a tool.

const mirror = {
  __proto__: null,

  // Empties the list that is there, if any.
  clear() {
    try {
      if (target.__dtmcp) target.__dtmcp.toolGroups = [];
    } catch {
      // The page's own property; it may be of any kind.
    }
  },

  add(group) {
    try {
      const shown = (target.__dtmcp ??= {});
      shown.toolGroups ??= [];
      shown.toolGroups[shown.toolGroups.length] = group;
      shown.executeTool ??= async (name, args) => {
        const offered = shown.toolGroups;
        if (!offered.length) throw new Error("this page has no tools");
        for (let i = 0; i < offered.length; i++) {
          const tools = offered[i].tools;
          for (let j = 0; j < tools.length; j++) {
            if (tools[j].name === name) return await tools[j].execute(args);
          }
        }
        throw new Error(`this page has no tool named ${name}`);
      };
    } catch {
      // As above.
    }
  },
};
