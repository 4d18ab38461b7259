/**
 * The most helpful part of an address for local users: the district between street and town ('Rua Augusta 93, Baixa,
 * 1100-048 Lisboa' → 'Baixa'), else the street.
 */
export function getDistrict(address: string): string {
  const parts = address
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const district = parts.slice(1, -1).find((part) => !/\d/.test(part));
  return district ?? parts[0] ?? '';
}
