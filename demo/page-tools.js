/**
 * What this shop offers to a developer's agent: its own state, as four functions.
 */

import {statistics} from './cache.js';
import {state} from './state.js';

const NO_ARGUMENTS = {type: 'object', properties: {}};

const tools = [
  {
    name: 'getCacheStatistics',
    description: 'Hits, misses and entries of the page\'s cache of API answers since the page loaded, and the last addresses that were missed.',
    inputSchema: NO_ARGUMENTS,
    execute: () => ({...statistics}),
  },
  {
    name: 'getFeatureFlags',
    description: 'Every feature flag with its value for this session, as the server gave them.',
    inputSchema: NO_ARGUMENTS,
    execute: () => ({...state.flags}),
  },
  {
    name: 'getGlobalState',
    description: 'The application\'s state, or the part of it at a path.',
    inputSchema: {
      type: 'object',
      properties: {path: {type: 'string', description: 'Dot notation, such as auth.user or cart.items; the whole state if left out'}},
    },
    execute: ({path}) => valueAt(state, path),
  },
  {
    name: 'queryDatabaseTable',
    description: 'The newest rows of a table of the shop\'s database (customers, leads, orders, products), read-only. Amounts are in cents.',
    inputSchema: {
      type: 'object',
      properties: {
        tableName: {type: 'string', description: 'The table'},
        limit: {type: 'number', default: 5, description: 'Rows at most'},
      },
      required: ['tableName'],
    },
    execute: ({tableName, limit = 5}) => inspect(tableName, limit),
  },
];

function valueAt(value, path = '') {
  for (const key of path.split('.').filter(Boolean)) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) {
      return {error: `There is nothing at ${path}`};
    }
    value = value[key];
  }
  return value;
}

async function inspect(table, limit) {
  try {
    const response = await fetch(`/api/debug/db-inspect?${new URLSearchParams({table, limit})}`);
    const answer = await response.json();
    return response.ok ? answer : {error: answer.error ?? `status ${response.status}`};
  } catch (error) {
    return {error: `The server did not answer: ${error.message}`};
  }
}

window.addEventListener('devtoolstooldiscovery', (event) => {
  event.respondWith({name: 'Parcel & Pine', description: 'State and data of the shop', tools});
});
