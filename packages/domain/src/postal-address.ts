interface PostalAddress {
  /** Street and number, of older records the whole address; without the country. */
  address: string;
  post_code: string | null;
  city: string | null;
  country: string | null;
}

/** The post code stands below the city. */
const CITY_FIRST = new Set(['AU', 'GB', 'IE', 'LV', 'RU']);

/** In one line, without the country. What the first part has already is not repeated. */
export function formatPostalAddress({ address, post_code, city, country }: PostalAddress): string {
  const street = address.replaceAll(/\s*,?\s*\n\s*/g, ', ').trim();
  const rest = [post_code, city].map((part) => part?.trim() ?? '').filter((part) => part !== '');
  if (rest.length === 0 || (post_code?.trim() && street.includes(post_code.trim()))) return street;
  return `${street}, ${(CITY_FIRST.has(country ?? '') ? rest.toReversed() : rest).join(' ')}`;
}

/** A Portuguese address typed whole, in its parts; null when it has no post code followed by a city. */
export function splitPostalAddress(
  address: string,
): { street: string; postCode: string; city: string } | null {
  const parts = /^(.*?)[\s,]+(\d{4}-\d{3})[\s,]+(\S.*)$/s.exec(address.trim());
  return parts && { street: parts[1]!, postCode: parts[2]!, city: parts[3]! };
}
