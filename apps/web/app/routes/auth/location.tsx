import { Button, ButtonLink } from '@wopack/ui/button.tsx';
import { showErrorToast } from '@wopack/ui/overlay/toast.ts';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFindCity } from '../../features/geo/use-find-city.ts';
import { useUpdateCity } from '../../features/identity/account/account.api.ts';
import { AuthLayout } from '../../features/identity/sign-in/auth-layout.tsx';
import { paths, useNextPath } from '../../lib/paths.ts';

/** Asks for the position; without it the user selects a city. */
export function Component() {
  const { t } = useTranslation(['geo', 'common']);
  const navigate = useNavigate();
  const { next, keepNextPath } = useNextPath();
  const { isLocating, requestLocation } = useFindCity();
  const updateCity = useUpdateCity();
  const handleNext = async () => {
    const city = await requestLocation();
    if (typeof city === 'string') return navigate(keepNextPath(paths.authCity), { state: { error: city } });
    try {
      const { data } = await updateCity.mutateAsync(city);
      if (data.id) await navigate(next ?? paths.offers, { replace: true });
    } catch (error) {
      showErrorToast(error);
    }
  };
  return (
    <AuthLayout band="scene">
      <PageTitle>{t('common:titles.authLocation')}</PageTitle>
      <h1 className="d1">{t('location.title')}</h1>
      <p className="text-pretty text-muted">{t('location.why')}</p>
      <Button
        fullWidth
        loading={isLocating || updateCity.isPending}
        onClick={() => void handleNext()}
        className="mt-1.5"
      >
        {t('location.next')}
      </Button>
      <ButtonLink variant="ghost" fullWidth to={keepNextPath(paths.authCity)}>
        {t('location.self')}
      </ButtonLink>
      <p className="text-pretty text-sm text-muted">{t('location.kept')}</p>
    </AuthLayout>
  );
}
