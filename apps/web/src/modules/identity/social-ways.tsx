import { queryOptions, useQuery } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { apiHost, call } from '../../lib/api.ts';
import { useNext } from '../../lib/next.ts';
import { refLink } from '../../lib/ref-link.ts';
import { buttonClass } from '../../ui/button.tsx';
import { beginSignIn } from './sign-in.ts';
import { type Way, wayIcons, wayNames } from './way-names.ts';

export const signInWaysQuery = queryOptions({
  queryKey: ['sign-in-ways'],
  queryFn: async ({ signal }) => (await call('listAuthProviders', { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
});

/** What the answer has to bring back is made when somebody sets out, and not before. */
function addState({ currentTarget: link }: MouseEvent<HTMLAnchorElement>) {
  const address = new URL(link.href);
  address.searchParams.set('client_state', beginSignIn());
  link.href = address.href;
}

/** One button for each account elsewhere that can be used here. Nothing where there is none, or while nobody knows. */
export function SocialWays() {
  const { t, i18n } = useTranslation('auth');
  const { next } = useNext();
  const { data = [] } = useQuery(signInWaysQuery);
  if (data.length === 0) return null;
  const address = (way: Way) => {
    const query = new URLSearchParams({ language: i18n.language });
    if (next) query.set('next', next);
    const code = refLink();
    if (code) query.set('ref_link', code);
    return `${apiHost}/${way}/redirect?${query}`;
  };
  return (
    <>
      <ul className="grid auto-cols-fr grid-flow-col gap-2.5">
        {data.map((way) => {
          const Icon = wayIcons[way];
          return (
            <li key={way}>
              <a
                href={address(way)}
                onClick={addState}
                aria-label={t('social.by', { name: wayNames[way] })}
                className={buttonClass({ look: 'ghost', block: true })}
              >
                <Icon aria-hidden="true" />
              </a>
            </li>
          );
        })}
      </ul>
      <p className="flex items-center gap-3 text-sm text-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('social.orEmail')}
      </p>
    </>
  );
}
