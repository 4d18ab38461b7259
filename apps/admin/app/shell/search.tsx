import { useQuery } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { orderStates, payoutStates } from '@wopack/contract/vocabulary';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { IconSearch } from '@wopack/ui/icons';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { call } from '../lib/api.ts';
import { submitWith } from '../ui/forms-and-actions.tsx';
import { PageHead } from '../ui/panels.tsx';

type Hit = Reply<'searchAdmin'>['items'][number];

/** The pages of what is found; of a payout, its run. */
const FOLDERS: Record<Hit['kind'], string> = {
  order: 'orders',
  user: 'users',
  seller: 'sellers',
  sale_place: 'sale_places',
  product: 'products',
  payout: 'payout_runs',
};

/** The field in the top bar; Ctrl K leads to it from everywhere. */
export function SearchField() {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const fieldRef = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(params.get('q') ?? '');
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      fieldRef.current?.focus();
      fieldRef.current?.select();
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, []);
  return (
    <search className="w-full max-w-[480px]">
      <form
        noValidate
        className="relative grid items-center"
        onSubmit={submitWith(() => {
          if (draft.trim()) void navigate(`/search?q=${encodeURIComponent(draft.trim())}`);
        })}
      >
        <IconSearch className="pointer-events-none absolute left-4 size-5 text-muted" />
        <input
          ref={fieldRef}
          type="search"
          aria-label={t('search.label')}
          aria-keyshortcuts="Control+K"
          placeholder={t('search.placeholder')}
          value={draft}
          maxLength={100}
          enterKeyHint="search"
          onChange={({ target }) => setDraft(target.value)}
          className="min-h-11 w-full min-w-0 truncate rounded-full bg-quiet pr-4 pl-12 text-sm outline-none focus:inset-ring-[2.5px] focus:inset-ring-focus lg:pr-20"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute right-3 rounded-full bg-page px-2.5 py-1 text-xs font-semibold max-lg:hidden"
        >
          Ctrl K
        </span>
      </form>
    </search>
  );
}

/** What was found, by kind. */
export default function SearchPage() {
  const { t } = useTranslation('admin');
  const [params] = useSearchParams();
  const q = params.get('q')?.trim() ?? '';
  const query = useQuery({
    queryKey: ['search', q],
    queryFn: ({ signal }) => call('searchAdmin', { query: { q }, signal }),
    enabled: q !== '',
  });
  const describe = ({ kind, subtitle }: Hit) => {
    const [state, ...rest] = subtitle.split(' ');
    const orderState = kind === 'order' && orderStates.find((candidate) => candidate === state);
    if (orderState) return [t(`orderStates.${orderState}`), ...rest].join(' · ');
    const payoutState = kind === 'payout' && payoutStates.find((candidate) => candidate === state);
    return payoutState ? t(`payouts.states.${payoutState}`) : subtitle;
  };
  const hitsByKind = Map.groupBy(query.data?.items ?? [], (hit) => hit.kind);
  return (
    <div className="grid gap-4">
      <PageHead title={q ? t('search.title', { text: q }) : t('search.label')} />
      <div className="lg:hidden">
        <SearchField key={q} />
      </div>
      {query.isLoading ? <LoadingRows count={2} row="h-14" className="grid gap-2" /> : null}
      <InlineError query={query} />
      {query.data?.items.length === 0 ? <p className="text-muted">{t('search.nothing')}</p> : null}
      {[...hitsByKind].map(([kind, hits]) => (
        <section key={kind} className="grid gap-2">
          <h2 className="text-sm font-bold">{t(`search.kinds.${kind}`)}</h2>
          <ul className="divide-y divide-line overflow-hidden rounded-md border border-line bg-surface text-sm">
            {hits.map((hit) => (
              <li key={hit.id}>
                <Link
                  to={`/${FOLDERS[kind]}/${hit.id}`}
                  className="block min-h-14 px-5 py-2.5 hover:bg-quiet focus-visible:-outline-offset-3"
                >
                  <b className="block break-words">{hit.title}</b>
                  <span className="text-muted">{describe(hit)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
