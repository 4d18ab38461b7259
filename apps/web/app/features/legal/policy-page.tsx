import { Accordion } from '@base-ui/react/accordion';
import { COMMISSION_CENTS, getLocale, legalTextVersions } from '@wopack/domain';
import { IconChevronDown } from '@wopack/ui/icons';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import {
  authoritiesEmail,
  companyAddress,
  companyName,
  companyTaxNumber,
  contactLanguages,
  feedbackEmail,
} from '../../lib/company.ts';
import { COMPLAINTS_URL } from '../../lib/complaints-link.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { type Policy, policies } from '../../lib/paths.ts';
import { NewTabLink, PolicyLink } from '../../ui/links.tsx';
import { TESTED_PAGES } from './tested-pages.gen.ts';

/** A paragraph, or the points of a list. */
type PolicyBlock = string | string[];

export interface PolicyItem {
  title: string;
  text: PolicyBlock[];
}

type PolicyValues = { company: string; commission: string; pages: number };

interface PolicyContent {
  title: string;
  lead: string;
  /** In reading order, by the id used in the URL's hash. */
  items: [id: string, item: PolicyItem][];
  values: PolicyValues;
}

/** Portuguese authorities for complaints. */
const AUTHORITY_URLS = {
  cnpd: 'https://www.cnpd.pt',
  complaints: COMPLAINTS_URL,
  arbitration: 'https://www.cniacc.pt',
} as const;

const FeedbackLink = () => (
  <a href={`mailto:${feedbackEmail}`} className="link wrap-anywhere">
    {feedbackEmail}
  </a>
);

/** The tags in the texts of the policies. `<mail></mail>` is the operator's address. */
const policyComponents: Record<string, ReactElement> = {
  b: <b className="font-semibold" />,
  key: <code className="font-semibold wrap-anywhere" />,
  mail: <FeedbackLink />,
  ...Object.fromEntries(policies.map((policy) => [policy, <PolicyLink key={policy} policy={policy} />])),
  ...Object.fromEntries(
    Object.entries(AUTHORITY_URLS).map(([name, url]) => [name, <NewTabLink key={name} href={url} />]),
  ),
};

interface PolicySectionProps {
  namespace: string;
  id: string;
  number: number;
  item: PolicyItem;
  /** Interpolated into the texts. */
  values: PolicyValues;
  /** After the text: a control or facts it refers to. */
  children?: ReactNode;
}

/** One numbered item. While closed, the browser's search still finds it, and it is printed. */
function PolicySection({ namespace, id, number, item, values, children }: PolicySectionProps) {
  return (
    <Accordion.Item id={id} value={id} className="scroll-mt-4 border-b border-line print:border-0">
      <Accordion.Header render={(heading) => <h2 {...heading} />} className="break-after-avoid">
        <Accordion.Trigger className="group -mx-2 flex min-h-[60px] w-[calc(100%+1rem)] items-center gap-3.5 rounded-xs px-2 py-3 text-left -outline-offset-3! h3 print:min-h-0 print:py-2">
          <span className="w-7 shrink-0 text-hint">{number}.</span>
          <span className="min-w-0 flex-1">{item.title}</span>
          <IconChevronDown className="size-5 shrink-0 text-muted transition-[rotate] duration-[var(--t-base)] group-aria-expanded:rotate-180 print:hidden" />
        </Accordion.Trigger>
      </Accordion.Header>
      <Accordion.Panel className="h-(--accordion-panel-height) overflow-hidden transition-[height] duration-[var(--t-base)] ease-out data-ending-style:h-0 data-starting-style:h-0 print:block! print:h-auto! print:[content-visibility:visible]!">
        <div className="grid gap-3 pr-2 pb-6 pl-10.5 text-pretty wrap-break-word text-muted max-sm:pl-0 print:pl-10.5">
          {item.text.map((block, index) => (
            <TextBlock
              key={String(block)}
              block={block}
              blockKey={`${namespace}:items.${id}.text.${index}`}
              values={values}
            />
          ))}
          {children}
        </div>
      </Accordion.Panel>
    </Accordion.Item>
  );
}

function TextBlock({
  block,
  blockKey,
  values,
}: {
  block: PolicyBlock;
  blockKey: string;
  values: PolicyValues;
}) {
  if (typeof block === 'string') {
    return (
      <p>
        <PolicyText i18nKey={blockKey} values={values} />
      </p>
    );
  }
  return (
    <ul className="grid list-disc gap-1.5 pl-5 marker:text-hint">
      {block.map((bullet, index) => (
        <li key={bullet}>
          <PolicyText i18nKey={`${blockKey}.${index}`} values={values} />
        </li>
      ))}
    </ul>
  );
}

/** The key is that of an array element, which the types of the translations do not name. */
const PolicyText = ({ i18nKey, values }: { i18nKey: string; values: PolicyValues }) => (
  <Trans i18nKey={i18nKey as never} values={values} components={policyComponents} />
);

interface Props {
  policy: Policy;
  /** By default the newest. */
  version?: string;
  /** Shown below an item's text, by item id. */
  extraContent?: Record<string, ReactNode>;
  /** Below the date. */
  notice?: ReactNode;
  /** After the text. */
  children?: ReactNode;
}

/** That of a version which is not the newest is in a file of its own. */
const getNamespace = (policy: Policy, version: string): string =>
  version === getNewestVersion(policy) ? `policy-${policy}` : `policy-${policy}-${version}`;

export const getNewestVersion = (policy: Policy): string => legalTextVersions[policy][0]!.version;

export function PolicyPage({
  policy,
  version = getNewestVersion(policy),
  extraContent = {},
  notice,
  children,
}: Props) {
  const { t, i18n } = useTranslation('legal');
  const namespace = getNamespace(policy, version);
  const { title, lead, items, values } = usePolicyContent(namespace);
  const { openIds, changeOpenIds } = useOpenItems(items.map(([id]) => id));
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
      {notice}
      <p className="mt-4 text-lg text-pretty">{lead}</p>
      <Accordion.Root
        multiple
        hiddenUntilFound
        value={openIds}
        onValueChange={changeOpenIds}
        className="mt-6 border-t border-line print:border-0"
      >
        {items.map(([id, item], index) => (
          <PolicySection
            key={id}
            namespace={namespace}
            id={id}
            number={index + 1}
            item={item}
            values={values}
          >
            {extraContent[id]}
          </PolicySection>
        ))}
      </Accordion.Root>
      {children}
    </article>
  );
}

/** The open items: the first, and the one in the URL's hash. Opening one sets the hash. */
function useOpenItems(ids: string[]) {
  const { hash, key } = useLocation();
  const navigate = useNavigate();
  const linkedId = ids.find((id) => hash === `#${id}`);
  /** The hash set by a press: no scrolling to an item that is in view. */
  const navigatedIdRef = useRef<string>(null);
  const [openIds, setOpenIds] = useState(() => [...new Set([ids[0]!, linkedId ?? ids[0]!])]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` scrolls to the item again when its link is followed again.
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

/** The operator's details, as far as they are configured. */
export function OperatorDetails() {
  const { t, i18n } = useTranslation('legal');
  const languageNames = new Intl.DisplayNames(getLocale(i18n.language), { type: 'language' });
  return (
    <dl className="grid gap-x-6 gap-y-1.5 rounded-md bg-panel p-4 text-text sm:grid-cols-[auto_1fr] print:bg-transparent print:p-0">
      <Detail label={t('operator.name')}>{companyName}</Detail>
      {companyAddress ? <Detail label={t('operator.address')}>{companyAddress}</Detail> : null}
      {companyTaxNumber ? <Detail label={t('operator.taxNumber')}>{companyTaxNumber}</Detail> : null}
      <Detail label={t('operator.email')}>{feedbackEmail}</Detail>
      {authoritiesEmail ? <Detail label={t('operator.authorities')}>{authoritiesEmail}</Detail> : null}
      {contactLanguages.length > 0 ? (
        <Detail label={t('operator.languages')}>
          {contactLanguages.map((language) => languageNames.of(language)).join(', ')}
        </Detail>
      ) : null}
    </dl>
  );
}

const Detail = ({ label, children }: { label: string; children: string }) => (
  <>
    <dt className="text-sm leading-6 text-muted">{label}</dt>
    <dd className="font-semibold break-words">{children}</dd>
  </>
);

/** A version of a policy in the current language, with the operator's name and amounts interpolated. */
function usePolicyContent(namespace: string): PolicyContent {
  // Namespaces of versions have the texts of their policy.
  const { t } = useTranslation(namespace as 'policy-terms');
  const { formatMoney } = useFormat();
  const values: PolicyValues = {
    company: companyName,
    commission: formatMoney(COMMISSION_CENTS),
    pages: TESTED_PAGES,
  };
  const items: Record<string, PolicyItem> = t('items', { returnObjects: true, ...values });
  return { title: t('title'), lead: t('lead', values), items: Object.entries(items), values };
}
