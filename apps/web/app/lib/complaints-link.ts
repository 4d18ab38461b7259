/** Businesses in Portugal link it on their pages. Source: Decreto-Lei n.º 156/2005. */
export const COMPLAINTS_URL = 'https://www.livroreclamacoes.pt';

/** True for an operator with a tax number of Portugal, written with the letters of the country. */
export const needsComplaintsLink = (taxNumber: string): boolean =>
  /^PT\d{9}$/i.test(taxNumber.replaceAll(/[\s.-]/g, ''));
