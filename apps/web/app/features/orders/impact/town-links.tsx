import { useQuery } from '@tanstack/react-query';
import { TextLink } from '@wopack/ui/button.tsx';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { townsQuery } from './impact.api.ts';

/** Towns with figures, but the one whose page it is. Renders nothing without any. */
export function TownLinks({ except }: { except?: string }) {
  const { t, i18n } = useTranslation('impact');
  const { data = [] } = useQuery(townsQuery(i18n.language));
  const towns = data.filter(({ key }) => key !== except);
  if (towns.length === 0) return null;
  return (
    <nav aria-labelledby="towns" className="grid gap-2">
      <h2 id="towns" className="h2">
        {t(except ? 'otherTowns' : 'towns')}
      </h2>
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {towns.map(({ key, name }) => (
          <li key={key} className="min-w-0 wrap-anywhere">
            <TextLink to={paths.townImpact(key)}>{name}</TextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
