const euros = new Intl.NumberFormat('en-IE', {style: 'currency', currency: 'EUR'});

/** Cents as an amount for people. */
export const amount = (cents) => euros.format(cents / 100);
