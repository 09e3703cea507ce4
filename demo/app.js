/**
 * Parcel & Pine: a small shop with four faults, for whoever wants to find them from inside the page.
 */

import './page-tools.js';
import {showCart, showFlags, showLeads, showOrders, showProducts} from './views.js';

showCart();
await Promise.all([showFlags(), showLeads(), showOrders(), showProducts()]);
console.info('Parcel & Pine is ready');
