/**
 * The application's state. Views listen for changes and read what they need.
 */

const listeners = new Set();

/** Readable by the page tools as `window.__APP_STATE__`. */
export const state = {
  auth: {user: 'mia', team: 'sales'},
  flags: {},
  cart: {items: []},
};

window.__APP_STATE__ = state;

/**
 * Changes the state and tells whoever listens.
 *
 * @param {(state: typeof state) => void} act
 */
export function change(act) {
  act(state);
  for (const listener of listeners) listener(state);
}

/** @param {(now: typeof state) => void} listener */
export function onChange(listener) {
  listeners.add(listener);
}

/** @param {{name: string, price_cents: number}} product */
export function addToCart(product) {
  change((now) => {
    const line = now.cart.items.find((item) => item.name === product.name);
    if (line) line.quantity += 1;
    else now.cart.items.push({name: product.name, quantity: 1, price_cents: product.price_cents});
  });
}
