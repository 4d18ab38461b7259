import { Accordion } from '@base-ui/react/accordion';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { getLocale } from '../../lib/i18n/language.ts';
import type { Policy } from '../../lib/paths.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { PolicyItem } from './policy-item.tsx';
import { usePolicyText } from './policy-text.ts';
import { policyVersions } from './policy-versions.ts';
import { useOpenItems } from './use-open-items.ts';

interface Props {
  policy: Policy;
  /** What stands below an item's text, by the item. */
  extraContent?: Record<string, ReactNode>;
}

/** A policy as an accordion, the first item open. */
export function PolicyPage({ policy, extraContent = {} }: Props) {
  const { t, i18n } = useTranslation('legal');
  const { title, lead, items } = usePolicyText(policy);
  const { openIds, changeOpenIds } = useOpenItems(items.map(([id]) => id));
  const version = policyVersions[policy];
  const dateFormat = new Intl.DateTimeFormat(getLocale(i18n.language), {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return (
    <article className="mx-auto max-w-[760px]">
      <PageTitle>{title}</PageTitle>
      <h1 className="d1 wrap-break-word hyphens-auto">{title}</h1>
      <p className="mt-3 text-sm text-3">
        <time dateTime={version}>{t('version', { date: dateFormat.format(new Date(version)) })}</time>
      </p>
      <p className="mt-4 text-lg text-pretty">{lead}</p>
      <Accordion.Root
        multiple
        hiddenUntilFound
        value={openIds}
        onValueChange={changeOpenIds}
        className="mt-6 border-t border-line print:border-0"
      >
        {items.map(([id, item], index) => (
          <PolicyItem key={id} id={id} number={index + 1} item={item}>
            {extraContent[id]}
          </PolicyItem>
        ))}
      </Accordion.Root>
    </article>
  );
}
