import { expect, test } from 'vitest';
import { getMailDomain, lookUpMailDomain } from './mail-domain.ts';

/** A name server with these records; a name with an error answers that. */
const createResolver = (records: Record<string, string[] | Error>) => ({
  async resolveTxt(name: string): Promise<string[][]> {
    const texts = records[name] ?? Object.assign(new Error('queryTxt'), { code: 'ENOTFOUND' });
    if (texts instanceof Error) throw texts;
    // A long text arrives in parts.
    return texts.map((text) => [text.slice(0, 20), text.slice(20)]);
  },
});

const SENDER = 'WoPack <ola@wopack.example>';
const GOOD = {
  'wopack.example': ['google-site-verification=1', 'v=spf1 include:_spf.mail.example -all'],
  'mail._domainkey.wopack.example': ['v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4'],
  '_dmarc.wopack.example': ['v=DMARC1; p=quarantine'],
};
const silence = (code: string) => Object.assign(new Error('queryTxt'), { code });

test.each([
  [{}, { spf: 'found', dkim: 'found', dmarc: 'found' }],
  [{ 'wopack.example': ['v=spf10 -all'] }, { spf: 'absent' }],
  [{ 'wopack.example': ['v=spf1 +all'] }, { spf: 'open' }],
  [{ 'wopack.example': ['v=spf1 all'] }, { spf: 'open' }],
  [{ 'wopack.example': ['v=spf1 ~all'] }, { spf: 'found' }],
  [{ 'mail._domainkey.wopack.example': ['v=DKIM1; p='] }, { dkim: 'absent' }],
  [{ 'mail._domainkey.wopack.example': [] }, { dkim: 'absent' }],
  [{ '_dmarc.wopack.example': ['v=spf1 -all'] }, { dmarc: 'absent' }],
  [{ '_dmarc.wopack.example': silence('ETIMEOUT') }, { spf: 'found', dmarc: 'silent' }],
  [{ 'wopack.example': silence('ESERVFAIL') }, { spf: 'silent', dkim: 'found' }],
  [{ 'wopack.example': silence('ENODATA') }, { spf: 'absent' }],
] as const)('%o', async (changes, expected) => {
  const resolver = createResolver({ ...GOOD, ...(changes as Record<string, string[] | Error>) });
  expect(await lookUpMailDomain(resolver, SENDER, 'mail')).toMatchObject({
    domain: 'wopack.example',
    ...expected,
  });
});

test('the policy of an organisation holds for domains below it, but not that of a top-level domain', async () => {
  const sender = 'ola@mail.porto.wopack.example';
  expect(await lookUpMailDomain(createResolver(GOOD), sender, null)).toEqual({
    domain: 'mail.porto.wopack.example',
    spf: 'absent',
    dkim: 'unknown',
    dmarc: 'found',
  });
  const records = { '_dmarc.example': ['v=DMARC1; p=none'] };
  expect(await lookUpMailDomain(createResolver(records), sender, null)).toMatchObject({ dmarc: 'absent' });
});

test.each([
  ['ola@Example.COM', 'example.com'],
  ['WoPack <ola@example.com>', 'example.com'],
])('the domain of %s is %s', (sender, domain) => {
  expect(getMailDomain(sender)).toBe(domain);
});
