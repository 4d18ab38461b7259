/** How many typing errors a word of so many letters may have. */
export const maxTypos = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

/**
 * Tells of words whether they begin with something that was meant by `typed`: letters missing, too many, wrong or
 * swapped with their neighbour, `most` of them in all. Asked about words in alphabetical order it is quick: what two
 * words have in common is compared once.
 */
export function createPrefixMatcher(typedText: string, maxErrors: number): (word: string) => boolean {
  const maxDepth = typedText.length + maxErrors;
  /** By letters of the word, then by letters typed: how many errors lead from the one to the other. */
  const errors = Array.from({ length: maxDepth + 1 }, () => new Int32Array(typedText.length + 1));
  errors[0]!.forEach((_, i, row) => {
    row[i] = i;
  });
  let previousWord = '';
  let knownDepth = 0;
  /** How many letters of `before` decided; the answer is the same for all words that share them. */
  let decidedDepth = Number.POSITIVE_INFINITY;
  let isMatch = false;

  return (word) => {
    const commonLength = countCommonLetters(previousWord, word);
    previousWord = word;
    if (decidedDepth <= commonLength) return isMatch;
    knownDepth = Math.min(knownDepth, commonLength);
    decidedDepth = Number.POSITIVE_INFINITY;
    const lastDepth = Math.min(word.length, maxDepth);
    for (let depth = knownDepth; ; depth++) {
      if (depth > knownDepth) fillRow(errors, depth, word, typedText);
      const row = errors[depth]!;
      isMatch = row[typedText.length]! <= maxErrors;
      if (isMatch || row.every((count) => count > maxErrors)) decidedDepth = depth;
      if (decidedDepth === depth || depth === lastDepth) {
        knownDepth = depth;
        return isMatch;
      }
    }
  };
}

function fillRow(errors: Int32Array[], depth: number, word: string, typedText: string): void {
  const [row, previousRow, rowBeforePrevious] = [errors[depth]!, errors[depth - 1]!, errors[depth - 2]];
  row[0] = depth;
  for (let i = 1; i <= typedText.length; i++) {
    const substitutionCost = previousRow[i - 1]! + (word[depth - 1] === typedText[i - 1] ? 0 : 1);
    row[i] = Math.min(substitutionCost, previousRow[i]! + 1, row[i - 1]! + 1);
    const isSwapped = word[depth - 1] === typedText[i - 2] && word[depth - 2] === typedText[i - 1];
    if (isSwapped && rowBeforePrevious && i > 1) row[i] = Math.min(row[i]!, rowBeforePrevious[i - 2]! + 1);
  }
}

function countCommonLetters(a: string, b: string): number {
  let count = 0;
  while (count < a.length && a[count] === b[count]) count++;
  return count;
}
