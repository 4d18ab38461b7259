/** State of a DNS record. `unknown`: not looked up; `silent`: no name server answered; `open`: it allows everybody. */
export type RecordState = 'found' | 'absent' | 'unknown' | 'silent' | 'open';

/** What the name system says of the domain that mail is sent from. */
export interface MailDomain {
  domain: string;
  spf: RecordState;
  dkim: RecordState;
  dmarc: RecordState;
}

/** As `Resolver` of node:dns/promises. */
export interface TxtResolver {
  resolveTxt(name: string): Promise<string[][]>;
}

/** Codes by which a name server says that there is no such record. */
const NO_RECORD = ['ENOTFOUND', 'ENODATA'];

/** Texts of a name; null when nobody answered. */
async function listTexts(resolver: TxtResolver, name: string): Promise<string[] | null> {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    return NO_RECORD.includes((error as { code?: string }).code ?? '') ? [] : null;
  }
}

async function findSpf(resolver: TxtResolver, domain: string): Promise<RecordState> {
  const texts = await listTexts(resolver, domain);
  if (!texts) return 'silent';
  const record = texts.find((text) => /^v=spf1(\s|$)/i.test(text));
  if (!record) return 'absent';
  return /(^|\s)\+?all(\s|$)/i.test(record) ? 'open' : 'found';
}

async function findDkim(
  resolver: TxtResolver,
  domain: string,
  selector: string | null,
): Promise<RecordState> {
  if (!selector) return 'unknown';
  const texts = await listTexts(resolver, `${selector}._domainkey.${domain}`);
  if (!texts) return 'silent';
  // An empty key is one that was revoked.
  return texts.some((text) => /(^|;)\s*p=[^;\s]/.test(text)) ? 'found' : 'absent';
}

/** Looks at the domain, then at those above it, as RFC 7489 lets an organisation set it for its subdomains. */
async function findDmarc(resolver: TxtResolver, domain: string): Promise<RecordState> {
  const labels = domain.split('.');
  for (let first = 0; first <= Math.max(labels.length - 2, 0); first++) {
    const texts = await listTexts(resolver, `_dmarc.${labels.slice(first).join('.')}`);
    if (!texts) return 'silent';
    if (texts.some((text) => /^v=DMARC1\s*(;|$)/.test(text))) return 'found';
  }
  return 'absent';
}

/** 'WoPack <ola@example.com>' or 'ola@example.com' → 'example.com' */
export const getMailDomain = (sender: string): string =>
  (/<([^<>]*)>\s*$/.exec(sender)?.[1] ?? sender).trim().split('@').at(-1)!.toLowerCase();

export async function lookUpMailDomain(
  resolver: TxtResolver,
  sender: string,
  selector: string | null,
): Promise<MailDomain> {
  const domain = getMailDomain(sender);
  const [spf, dkim, dmarc] = await Promise.all([
    findSpf(resolver, domain),
    findDkim(resolver, domain, selector),
    findDmarc(resolver, domain),
  ]);
  return { domain, spf, dkim, dmarc };
}
