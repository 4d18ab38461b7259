/** How many typing errors a word of so many letters may have. */
export const allowedErrors = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

/**
 * Tells of words whether they begin with something that was meant by `typed`: letters missing, too many, wrong or
 * swapped with their neighbour, `most` of them in all. Asked about words in alphabetical order it is quick: what two
 * words have in common is compared once.
 */
export function beginsLike(typed: string, most: number): (word: string) => boolean {
  const deepest = typed.length + most;
  /** By letters of the word, then by letters typed: how many errors lead from the one to the other. */
  const errors = Array.from({ length: deepest + 1 }, () => new Int32Array(typed.length + 1));
  errors[0]!.forEach((_, i, row) => {
    row[i] = i;
  });
  let before = '';
  let known = 0;
  /** How many letters of `before` decided; the answer is the same for all words that share them. */
  let decided = Number.POSITIVE_INFINITY;
  let answer = false;

  return (word) => {
    const common = commonLetters(before, word);
    before = word;
    if (decided <= common) return answer;
    known = Math.min(known, common);
    decided = Number.POSITIVE_INFINITY;
    const last = Math.min(word.length, deepest);
    for (let depth = known; ; depth++) {
      if (depth > known) nextRow(errors, depth, word, typed);
      const row = errors[depth]!;
      answer = row[typed.length]! <= most;
      if (answer || row.every((count) => count > most)) decided = depth;
      if (decided === depth || depth === last) {
        known = depth;
        return answer;
      }
    }
  };
}

function nextRow(errors: Int32Array[], depth: number, word: string, typed: string): void {
  const [row, above, twoAbove] = [errors[depth]!, errors[depth - 1]!, errors[depth - 2]];
  row[0] = depth;
  for (let i = 1; i <= typed.length; i++) {
    const wrong = above[i - 1]! + (word[depth - 1] === typed[i - 1] ? 0 : 1);
    row[i] = Math.min(wrong, above[i]! + 1, row[i - 1]! + 1);
    const swapped = word[depth - 1] === typed[i - 2] && word[depth - 2] === typed[i - 1];
    if (swapped && twoAbove && i > 1) row[i] = Math.min(row[i]!, twoAbove[i - 2]! + 1);
  }
}

function commonLetters(a: string, b: string): number {
  let count = 0;
  while (count < a.length && a[count] === b[count]) count++;
  return count;
}
