const ARTICLE = /^(?:[AO]s?)\s/;
const FEMININE =
  /^(?:\p{L}+[ae]ria|\p{L}+queira|adega|banca|cantina|casa|casinha|cozinha|estação|fábrica|horta|loja|quinta|residencial|taberna|tasca|tasquinha|trattoria)$/iu;
const MASCULINE =
  /^(?:armazém|bar|bazar|bistr[oô]|café|cantinho|celeiro|forno|\p{L}*mercad(?:o|inho)|hostel|hotel|jardim|moinho|posto|quiosque|restaurante|snack-bar|solar|super|talho)$/iu;

/**
 * A sale place as where something is. Portuguese joins the preposition with the article of the name's first word: 'na
 * Padaria Rita', 'no Café Central', 'n’A Padaria Portuguesa', and 'em Sabores & Companhia' where it has none. In other
 * languages the name alone.
 */
export function toLocative(name: string, language: string): string {
  if (language !== 'pt') return name;
  if (ARTICLE.test(name)) return `n’${name}`;
  const firstWord = /^[\p{L}-]+/u.exec(name)?.[0] ?? '';
  const preposition = FEMININE.test(firstWord) ? 'na' : MASCULINE.test(firstWord) ? 'no' : 'em';
  return `${preposition} ${name}`;
}
