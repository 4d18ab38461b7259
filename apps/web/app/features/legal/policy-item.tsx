import { Accordion } from '@base-ui/react/accordion';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { feedbackEmail } from '../../lib/company.ts';
import { policies } from '../../lib/paths.ts';
import { TaggedText, type TagRenderers } from '../../ui/display/tagged-text.tsx';
import { NewTabLink } from '../../ui/new-tab-link.tsx';
import { PolicyLink } from '../../ui/policy-link.tsx';
import type { PolicyItem as Item, PolicyBlock } from './policy-text.ts';

/** Portuguese offices a person can turn to. */
const AUTHORITY_URLS = {
  cnpd: 'https://www.cnpd.pt',
  complaints: 'https://www.livroreclamacoes.pt',
  arbitration: 'https://www.cniacc.pt',
} as const;

/** What the tags of the policies become. `<mail></mail>` is the operator's address. */
const policyTags: TagRenderers = {
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

interface Props {
  id: string;
  number: number;
  item: Item;
  /** After the text: what it speaks of, as a control or as facts. */
  children?: ReactNode;
}

/** One numbered item. Closed, it can still be found by the browser's search, and is printed. */
export function PolicyItem({ id, number, item, children }: Props) {
  return (
    <Accordion.Item id={id} value={id} className="scroll-mt-4 border-b border-line print:border-0">
      <Accordion.Header render={(heading) => <h2 {...heading} />} className="break-after-avoid">
        <Accordion.Trigger className="group -mx-2 flex min-h-[60px] w-[calc(100%+1rem)] items-center gap-3.5 rounded-xs px-2 py-3 text-left -outline-offset-3! h3 print:min-h-0 print:py-2">
          <span className="w-7 shrink-0 text-hint">{number}.</span>
          <span className="min-w-0 flex-1">{item.title}</span>
          <IconChevronDown
            aria-hidden="true"
            className="size-5 shrink-0 text-muted transition-[rotate] duration-[var(--t-base)] group-aria-expanded:rotate-180 print:hidden"
          />
        </Accordion.Trigger>
      </Accordion.Header>
      <Accordion.Panel className="h-(--accordion-panel-height) overflow-hidden transition-[height] duration-[var(--t-base)] ease-out data-ending-style:h-0 data-starting-style:h-0 print:block! print:h-auto! print:[content-visibility:visible]!">
        <div className="grid gap-3 pr-2 pb-6 pl-10.5 text-pretty wrap-break-word text-muted max-sm:pl-0 print:pl-10.5">
          {item.text.map((block) => (
            <TextBlock key={String(block)} block={block} />
          ))}
          {children}
        </div>
      </Accordion.Panel>
    </Accordion.Item>
  );
}

function TextBlock({ block }: { block: PolicyBlock }) {
  if (typeof block === 'string') {
    return (
      <p>
        <TaggedText text={block} tags={policyTags} />
      </p>
    );
  }
  return (
    <ul className="grid list-disc gap-1.5 pl-5 marker:text-hint">
      {block.map((bullet) => (
        <li key={bullet}>
          <TaggedText text={bullet} tags={policyTags} />
        </li>
      ))}
    </ul>
  );
}
