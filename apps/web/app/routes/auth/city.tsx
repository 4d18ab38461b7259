import { showErrorToast } from '@wopack/ui/overlay/toast.ts';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { CityForm } from '../../features/geo/city-form.tsx';
import type { GeoError } from '../../features/geo/use-find-city.ts';
import { useUpdateCity } from '../../features/identity/account/account.api.ts';
import { AuthLayout } from '../../features/identity/sign-in/auth-layout.tsx';
import { paths, useNextPath } from '../../lib/paths.ts';
import type { SelectedCity } from '../../lib/storage/stored-values.ts';

/** Selects the city of the offers, with the reason when it could not be determined automatically. */
export function Component() {
  const { t } = useTranslation(['geo', 'common']);
  const navigate = useNavigate();
  const { next, keepNextPath } = useNextPath();
  const updateCity = useUpdateCity();
  const { state } = useLocation() as { state: { error?: GeoError } | null };
  const errorKey = state?.error === 'geoNeedAccess' || state?.error === 'geoNotWorking' ? state.error : null;
  const handleSave = (city: SelectedCity) =>
    updateCity.mutate(city, {
      onSuccess: ({ data }) => data.id && void navigate(next ?? paths.offers, { replace: true }),
      onError: showErrorToast,
    });
  return (
    <AuthLayout band="slim" backTo={keepNextPath(paths.authLocation)}>
      <PageTitle>{t('common:titles.authCity')}</PageTitle>
      <h1 className="d1">{t('city.title')}</h1>
      <p className="text-pretty text-muted">{t('city.text')}</p>
      {errorKey ? (
        <p role="status" className="rounded-md bg-info-soft px-4 py-3 text-sm">
          {t(`account.${errorKey}`)}
        </p>
      ) : null}
      <CityForm fullWidth onSave={handleSave} saving={updateCity.isPending}>
        {t('location.next')}
      </CityForm>
    </AuthLayout>
  );
}
