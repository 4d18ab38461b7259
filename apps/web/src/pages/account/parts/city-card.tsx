import { useTranslation } from 'react-i18next';
import { forgetPosition } from '../../../lib/position.ts';
import { CityForm } from '../../../modules/geo/city-form.tsx';
import { useUpdateCity } from '../../../modules/identity/account/profile.api.ts';
import type { Me } from '../../../modules/identity/identity.api.ts';
import { notifyProblem } from '../../../ui/toast.ts';

/** City search and save. */
export function CityCard({ me, onSaved }: { me: Me; onSaved: (city: string) => void }) {
  const { t } = useTranslation('geo');
  const save = useUpdateCity();
  const { city, latitude, longitude } = me;
  const current =
    city && latitude !== null && longitude !== null ? { label: city, lat: latitude, lon: longitude } : null;
  return (
    <CityForm
      current={current}
      saving={save.isPending}
      onSave={(chosen) =>
        save.mutate(chosen, {
          onSuccess: ({ data }) => {
            if (!data.id) return;
            // Whoever names a city wants its offers, not those around them.
            forgetPosition();
            onSaved(chosen.label);
          },
          onError: notifyProblem,
        })
      }
    >
      {t('city.save')}
    </CityForm>
  );
}
