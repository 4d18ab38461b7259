import { useTranslation } from 'react-i18next';
import { CityForm } from '../../../features/geo/city-form.tsx';
import { useUpdateCity } from '../../../features/identity/account/profile.api.ts';
import type { Me } from '../../../features/identity/identity.api.ts';
import { clearStoredPosition } from '../../../lib/browser/position.ts';
import { showErrorToast } from '../../../ui/overlay/toast.ts';

/** City search and save. */
export function CityCard({ me, onSaved }: { me: Me; onSaved: (city: string) => void }) {
  const { t } = useTranslation('geo');
  const updateCity = useUpdateCity();
  const { city, latitude, longitude } = me;
  const currentCity =
    city && latitude !== null && longitude !== null ? { label: city, lat: latitude, lon: longitude } : null;
  return (
    <CityForm
      current={currentCity}
      saving={updateCity.isPending}
      onSave={(selectedCity) =>
        updateCity.mutate(selectedCity, {
          onSuccess: ({ data }) => {
            if (!data.id) return;
            // Whoever names a city wants its offers, not those around them.
            clearStoredPosition();
            onSaved(selectedCity.label);
          },
          onError: showErrorToast,
        })
      }
    >
      {t('city.save')}
    </CityForm>
  );
}
