/** Shows `format(value)` in the field, the caret behind the same digit as before. */
export function formatKeepingCaret(field: HTMLInputElement, format: (text: string) => string): string {
  const digitsBeforeCaret = field.value
    .slice(0, field.selectionStart ?? field.value.length)
    .replace(/\D/g, '').length;
  const atEnd = field.selectionStart === field.value.length;
  const text = format(field.value);
  field.value = text;
  if (!atEnd) {
    let position = 0;
    for (let digitsPassed = 0; position < text.length && digitsPassed < digitsBeforeCaret; position += 1)
      if (/\d/.test(text[position] ?? '')) digitsPassed += 1;
    field.setSelectionRange(position, position);
  }
  return text;
}
