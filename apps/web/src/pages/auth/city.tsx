import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useNext } from '../../lib/next.ts';
import { paths } from '../../lib/paths.ts';
import type { SelectedCity } from '../../lib/stored-values.ts';
import { CityForm } from '../../modules/geo/city-form.tsx';
import type { GeoError } from '../../modules/geo/use-find-city.ts';
import { useUpdateCity } from '../../modules/identity/account/profile.api.ts';
import { AuthLayout } from '../../modules/identity/sign-in/auth-layout.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { notifyProblem } from '../../ui/toast.ts';

/** Choosing the city whose offers are shown. Says why when it could not be found by itself. */
export default function AuthCity() {
  const { t } = useTranslation(['geo', 'common']);
  const navigate = useNavigate();
  const { next, carry } = useNext();
  const save = useUpdateCity();
  const { state } = useLocation() as { state: { problem?: GeoError } | null };
  const problem =
    state?.problem === 'geoNeedAccess' || state?.problem === 'geoNotWorking' ? state.problem : null;
  const goOn = (city: SelectedCity) =>
    save.mutate(city, {
      onSuccess: ({ data }) => data.id && void navigate(next ?? paths.offers, { replace: true }),
      onError: notifyProblem,
    });
  return (
    <AuthLayout band="slim" backTo={carry(paths.authLocation)}>
      <PageTitle>{t('common:titles.authCity')}</PageTitle>
      <h1 className="d1">{t('city.title')}</h1>
      <p className="text-pretty text-2">{t('city.text')}</p>
      {problem ? (
        <p role="status" className="rounded-md bg-info-soft px-4 py-3 text-sm">
          {t(`account.${problem}`)}
        </p>
      ) : null}
      <CityForm fullWidth onSave={goOn} saving={save.isPending}>
        {t('location.next')}
      </CityForm>
    </AuthLayout>
  );
}
