import { useTranslation } from 'react-i18next';
import { FoodIcon } from '../../../ui/food-icon.tsx';

const kinds = ['bakery', 'restaurant', 'supermarket', 'hotel', 'gas_station'] as const;

/** Who sells here. */
export function Kinds() {
  const { t } = useTranslation('landing');
  return (
    <ul
      aria-label={t('kinds.label')}
      className="flex flex-wrap gap-2.5 pt-3 text-sm font-semibold lg:justify-between lg:pt-6 lg:text-base"
    >
      {kinds.map((kind) => (
        <li
          key={kind}
          className="flex items-center gap-1.5 rounded-full bg-sunken py-1.5 pr-3.5 pl-2 lg:gap-2.5 lg:bg-transparent lg:p-0 dark:max-lg:bg-surface"
        >
          <FoodIcon slug={kind} className="size-7 lg:size-10" />
          {t(`kinds.${kind}`)}
        </li>
      ))}
    </ul>
  );
}
