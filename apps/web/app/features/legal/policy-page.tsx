import { Accordion } from '@base-ui/react/accordion';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { getLocale } from '../../lib/i18n/language.ts';
import type { Policy } from '../../lib/paths.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { PolicyItem } from './policy-item.tsx';
import { usePolicyText } from './policy-text.ts';

/** Since when each text applies. A change of substance gets a new date. */
const policyVersions: Record<Policy, string> = {
  terms: '2026-11-20',
  privacy: '2026-11-20',
  cookie: '2026-11-20',
  affiliate: '2026-11-20',
  delete: '2026-11-20',
};

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
      <p className="mt-3 text-sm text-hint">
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

/** Which items are open: the first, and the one an address names after '#'. Opening one puts it into the address. */
function useOpenItems(ids: string[]) {
  const { hash, key } = useLocation();
  const navigate = useNavigate();
  const linkedId = ids.find((id) => hash === `#${id}`);
  /** What was put into the address here: nowhere to go, the person is there. */
  const navigatedIdRef = useRef<string>(null);
  const [openIds, setOpenIds] = useState(() => [...new Set([ids[0]!, linkedId ?? ids[0]!])]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` goes to the item again when its link is followed again.
  useEffect(() => {
    const isOwnNavigation = navigatedIdRef.current === linkedId;
    navigatedIdRef.current = null;
    if (!linkedId || isOwnNavigation) return;
    setOpenIds((previous) => (previous.includes(linkedId) ? previous : [...previous, linkedId]));
    const element = document.getElementById(linkedId);
    element?.scrollIntoView?.();
    element?.querySelector('button')?.focus({ preventScroll: true });
  }, [linkedId, key]);

  const changeOpenIds = (nextIds: string[]) => {
    const openedId = nextIds.find((id) => !openIds.includes(id));
    setOpenIds(nextIds);
    navigatedIdRef.current = openedId ?? null;
    if (openedId) void navigate({ hash: openedId }, { replace: true });
    else if (linkedId && !nextIds.includes(linkedId)) void navigate({ hash: '' }, { replace: true });
  };

  return { openIds, changeOpenIds };
}
