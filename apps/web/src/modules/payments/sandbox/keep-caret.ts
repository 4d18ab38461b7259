/** Shows `format(value)` in the field, the caret behind the same digit as before. */
export function formatKeepingCaret(field: HTMLInputElement, format: (text: string) => string): string {
  const before = field.value.slice(0, field.selectionStart ?? field.value.length).replace(/\D/g, '').length;
  const atEnd = field.selectionStart === field.value.length;
  const text = format(field.value);
  field.value = text;
  if (!atEnd) {
    let place = 0;
    for (let seen = 0; place < text.length && seen < before; place += 1)
      if (/\d/.test(text[place] ?? '')) seen += 1;
    field.setSelectionRange(place, place);
  }
  return text;
}
