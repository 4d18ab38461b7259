import { showToast } from '@wopack/ui/overlay/toast.ts';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFoodChoice } from '../../features/offers/filters/food.ts';
import FoodForm from '../../features/offers/filters/food-form.tsx';
import { paths } from '../../lib/paths.ts';
import { AccountSubPage, WithCurrentUser } from './account-sub-page.tsx';

/** What the account keeps of diets and allergens. */
export function Component() {
  const { t } = useTranslation('offers');
  const navigate = useNavigate();
  const { setFood } = useFoodChoice();
  const title = t('food.title');
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{title}</PageTitle>
      <AccountSubPage title={title}>
        <p className="mb-6 text-pretty text-muted">{t('food.intro')}</p>
        <WithCurrentUser>
          {(me) => (
            <FoodForm
              isOfAccount
              food={{ diets: me.food?.diets ?? [], freeOf: me.food?.free_of ?? [], hasUnnamed: false }}
              near={{ sort: 'center' }}
              onDone={() => {
                // Lists follow the account again.
                setFood(null);
                showToast(t('food.saved'));
                void navigate(paths.account);
              }}
            />
          )}
        </WithCurrentUser>
      </AccountSubPage>
    </div>
  );
}
