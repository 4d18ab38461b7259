/** 'pt, en' → ['pt', 'en']; what is no language is left out. */
export const parseLanguages = (text = ''): string[] =>
  text
    .split(',')
    .map((code) => code.trim().toLowerCase())
    .filter((code) => /^[a-z]{2,3}$/.test(code));
