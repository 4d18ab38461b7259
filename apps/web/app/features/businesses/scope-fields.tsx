import { type MemberRole, memberRoles } from '@wopack/contract/vocabulary';
import { ChoiceTile, ChoiceTiles } from '@wopack/ui/form/choice.tsx';
import { useTranslation } from 'react-i18next';
import { SalePlacesField } from '../../ui/form/sale-places-field.tsx';
import type { Scope } from './businesses.api.ts';

export interface NamedSalePlace {
  id: number;
  name: string;
}

interface Props {
  scope: Scope;
  onChange: (scope: Scope) => void;
  salePlaces: readonly NamedSalePlace[];
  errors: { role?: string | undefined; sale_place_ids?: string | undefined };
}

/** An owner has all sale places; nobody else loses the chosen ones by trying out roles. */
export const toScope = ({ role, sale_place_ids: ids }: Scope): Scope => ({
  role,
  sale_place_ids: role === 'owner' ? null : ids,
});

/** What somebody may do, and where. */
export function ScopeFields({ scope, onChange, salePlaces, errors }: Props) {
  const { t } = useTranslation('members');
  const { role, sale_place_ids: salePlaceIds } = scope;
  return (
    <>
      <ChoiceTiles<MemberRole>
        legend={t('what')}
        value={role}
        onChange={(value) => onChange({ ...scope, role: value })}
        error={errors.role}
      >
        {memberRoles.map((value) => (
          <ChoiceTile
            key={value}
            value={value}
            className="grid-cols-[minmax(0,1fr)] justify-items-start gap-0.5 px-4 text-left"
          >
            <span>{t(`roles.${value}`)}</span>
            <span className="text-[.8125rem] font-normal text-pretty opacity-85">{t(`rights.${value}`)}</span>
          </ChoiceTile>
        ))}
      </ChoiceTiles>
      {salePlaces.length < 2 ? null : role === 'owner' ? (
        <p className="text-sm text-pretty text-muted">{t('ownerPlaces')}</p>
      ) : (
        <SalePlacesField
          legend={t('where')}
          allLabel={t('all')}
          value={salePlaceIds}
          onChange={(ids) => onChange({ ...scope, sale_place_ids: ids })}
          salePlaces={salePlaces}
          error={errors.sale_place_ids}
        />
      )}
    </>
  );
}
