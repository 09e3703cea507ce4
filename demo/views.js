/**
 * What the page shows.
 */

import {clear, get} from './cache.js';
import {amount} from './money.js';
import {addToCart, onChange, state} from './state.js';

const SELLERS = ['Mia', 'Jonas', 'Ines'];

const $ = (id) => document.getElementById(id);

function element(tag, text, attributes = {}) {
  const made = Object.assign(document.createElement(tag), attributes);
  made.textContent = text;
  return made;
}

/** The sales pipeline. */
export async function showLeads() {
  const started = performance.now();
  const leads = await get('/api/leads');
  $('leads').replaceChildren(...leads.map(leadCard));
  $('leads-time').textContent = `last refresh took ${Math.round(performance.now() - started)} ms`;
}

function leadCard(lead) {
  const card = document.createElement('li');
  const next = SELLERS[(SELLERS.indexOf(lead.owner) + 1) % SELLERS.length];
  const give = element('button', `Give ${lead.company} to ${next}`, {type: 'button'});
  give.addEventListener('click', () => assign(lead.id, next));
  card.append(element('strong', lead.company), element('small', `${lead.stage} · ${amount(lead.value_cents)} · ${lead.owner}`), give);
  return card;
}

async function assign(lead, owner) {
  await fetch('/api/leads/assign', {
    method: 'POST',
    headers: {'Content-Type': 'application/json'},
    body: JSON.stringify({lead, owner}),
  });
  clear();
  await Promise.all([showLeads(), showOrders(), showProducts()]);
}

/** What can be bought. */
export async function showProducts() {
  const products = await get('/api/products');
  $('products').replaceChildren(...products.map((product) => {
    const card = document.createElement('li');
    const add = element('button', `Add ${product.name}`, {type: 'button'});
    add.addEventListener('click', () => addToCart(product));
    card.append(element('strong', product.name), element('small', amount(product.price_cents)), add);
    return card;
  }));
}

/** The orders, newest first. */
export async function showOrders() {
  const [orders, customers] = await Promise.all([get('/api/orders'), get('/api/customers')]);
  const names = new Map(customers.map((customer) => [customer.id, customer.name]));
  $('orders').replaceChildren(...orders.toReversed().map((order) => {
    const row = document.createElement('tr');
    row.append(
      element('td', `#${order.id}`),
      element('td', names.get(order.customer_id) ?? ''),
      element('td', order.placed_on),
      ...[order.subtotal_cents, order.tax_cents, order.total_cents].map((cents) => element('td', amount(cents), {className: 'money'})),
    );
    return row;
  }));
}

/** What the roll-out says of this team. */
export async function showFlags() {
  const {rollout, session} = await get('/api/flags');
  state.flags = session;
  $('flag-note').textContent = `Beta search is switched on for ${rollout['beta-search-v2']}.`;
}

/** The cart's number. The fault of this shop: it counts lines, not pieces. */
export function showCart() {
  onChange((now) => { $('cart-count').textContent = String(now.cart.items.length); });
}
