import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useNextPath } from '../../lib/next-path.ts';
import { paths } from '../../lib/paths.ts';
import type { SelectedCity } from '../../lib/stored-values.ts';
import { CityForm } from '../../modules/geo/city-form.tsx';
import type { GeoError } from '../../modules/geo/use-find-city.ts';
import { useUpdateCity } from '../../modules/identity/account/profile.api.ts';
import { AuthLayout } from '../../modules/identity/sign-in/auth-layout.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { showErrorToast } from '../../ui/toast.ts';

/** Choosing the city whose offers are shown. Says why when it could not be found by itself. */
export default function AuthCityPage() {
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
      <p className="text-pretty text-2">{t('city.text')}</p>
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
