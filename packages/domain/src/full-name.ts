/** Name and surname, either of which may be empty. */
export const getFullName = (name: string, surname: string): string => `${name} ${surname}`.trim();

/** Name of a buyer as shown to sellers, e.g. 'Marta S.'; the surname may be part of the name field. */
export function formatShortName(name: string, surname: string): string | null {
  const [firstWord, ...otherWords] = getFullName(name, surname).split(/\s+/).filter(Boolean);
  if (firstWord === undefined) return null;
  const lastWord = otherWords.at(-1);
  return lastWord ? `${firstWord} ${lastWord[0]}.` : firstWord;
}
