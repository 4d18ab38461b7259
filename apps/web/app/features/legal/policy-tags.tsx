import { feedbackEmail } from '../../lib/company.ts';
import { policies } from '../../lib/paths.ts';
import type { TagRenderers } from '../../ui/display/tagged-text.tsx';
import { NewTabLink } from '../../ui/new-tab-link.tsx';
import { PolicyLink } from '../../ui/policy-link.tsx';

/** Portuguese offices a person can turn to. */
const AUTHORITY_URLS = {
  cnpd: 'https://www.cnpd.pt',
  complaints: 'https://www.livroreclamacoes.pt',
  arbitration: 'https://www.cniacc.pt',
} as const;

/** What the tags of the policies become. `<mail></mail>` is the operator's address. */
export const policyTags: TagRenderers = {
  b: (text) => <b className="font-semibold">{text}</b>,
  key: (text) => <code className="font-semibold wrap-anywhere">{text}</code>,
  mail: () => (
    <a href={`mailto:${feedbackEmail}`} className="link wrap-anywhere">
      {feedbackEmail}
    </a>
  ),
  ...Object.fromEntries(
    policies.map((policy) => [policy, (text: string) => <PolicyLink policy={policy}>{text}</PolicyLink>]),
  ),
  ...Object.fromEntries(
    Object.entries(AUTHORITY_URLS).map(([name, url]) => [
      name,
      (text: string) => <NewTabLink href={url}>{text}</NewTabLink>,
    ]),
  ),
};
