import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useNext } from '../../lib/next.ts';
import { paths } from '../../lib/paths.ts';
import { useFindCity } from '../../modules/geo/use-find-city.ts';
import { useUpdateCity } from '../../modules/identity/account/profile.api.ts';
import { AuthLayout } from '../../modules/identity/sign-in/auth-layout.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { notifyProblem } from '../../ui/toast.ts';

/** Asks where the person is; without an answer they choose a city themselves. */
export default function AuthLocation() {
  const { t } = useTranslation(['geo', 'common']);
  const navigate = useNavigate();
  const { next, carry } = useNext();
  const { finding, find } = useFindCity();
  const save = useUpdateCity();
  const goOn = async () => {
    const city = await find();
    if (typeof city === 'string') return navigate(carry(paths.authCity), { state: { problem: city } });
    try {
      const { data } = await save.mutateAsync(city);
      if (data.id) await navigate(next ?? paths.offers, { replace: true });
    } catch (error) {
      notifyProblem(error);
    }
  };
  return (
    <AuthLayout band="scene">
      <PageTitle>{t('common:titles.authLocation')}</PageTitle>
      <h1 className="d1">{t('location.title')}</h1>
      <p className="text-pretty text-2">{t('location.why')}</p>
      <Button block loading={finding || save.isPending} onClick={() => void goOn()} className="mt-1.5">
        {t('location.next')}
      </Button>
      <ButtonLink look="ghost" block to={carry(paths.authCity)}>
        {t('location.self')}
      </ButtonLink>
      <p className="text-pretty text-sm text-2">{t('location.kept')}</p>
    </AuthLayout>
  );
}
