import { useTranslation } from 'react-i18next';
import { FoodIcon } from '../../../ui/images/food-icon.tsx';

const SELLER_TYPES = ['bakery', 'restaurant', 'supermarket', 'hotel', 'gas_station'] as const;

/** Who sells here. */
export function SellerTypes() {
  const { t } = useTranslation('landing');
  return (
    <ul
      aria-label={t('kinds.label')}
      className="flex flex-wrap gap-2.5 pt-3 text-sm font-semibold lg:justify-between lg:pt-6 lg:text-base"
    >
      {SELLER_TYPES.map((sellerType) => (
        <li
          key={sellerType}
          className="flex items-center gap-1.5 rounded-full bg-sunken py-1.5 pr-3.5 pl-2 lg:gap-2.5 lg:bg-transparent lg:p-0 dark:max-lg:bg-surface"
        >
          <FoodIcon slug={sellerType} className="size-7 lg:size-10" />
          {t(`kinds.${sellerType}`)}
        </li>
      ))}
    </ul>
  );
}
