/**
 * The page's cache of API answers, with its statistics on `window` where the page tools find them.
 */

const answers = new Map();

/** What the cache has done since the page loaded. */
export const statistics = {hits: 0, misses: 0, entries: 0, lastMisses: []};

window.__APP_CACHE__ = statistics;

/**
 * The JSON at an address, from the cache if it is there.
 *
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function get(path) {
  if (answers.has(path)) {
    statistics.hits += 1;
    return answers.get(path);
  }
  statistics.misses += 1;
  statistics.lastMisses = [...statistics.lastMisses, path].slice(-8);
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const answer = await response.json();
  answers.set(path, answer);
  statistics.entries = answers.size;
  return answer;
}

/** Forgets everything. The fault of this shop: one lead changes and the whole pipeline is fetched again. */
export function clear() {
  answers.clear();
  statistics.entries = 0;
}
