/** Messages of a gettext catalogue (.mo, little-endian) by key. */
export function parseMo(file: Buffer): Map<string, string> {
  if (file.readUInt32LE(0) !== 0x950412de) throw new Error('not a little-endian .mo file');
  const [count, keysOffset, textsOffset] = [8, 12, 16].map((offset) => file.readUInt32LE(offset)) as [
    number,
    number,
    number,
  ];
  const readText = (table: number, row: number): string => {
    const [length, start] = [file.readUInt32LE(table + row * 8), file.readUInt32LE(table + row * 8 + 4)];
    return file.toString('utf8', start, start + length);
  };
  return new Map(
    Array.from({ length: count }, (_, row) => [readText(keysOffset, row), readText(textsOffset, row)]),
  );
}
