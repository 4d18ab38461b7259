import { useQuery } from '@tanstack/react-query';
import { isolateWords } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { productTypesQuery } from '../../../lib/data/shared-queries.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { myProductsQuery } from '../products.api.ts';
import { findLastAnswered, proposeAllergens } from './content-proposals.rules.ts';
import { type ProductDraft, toProductDraft } from './product-draft.ts';

type Contents = Pick<ProductDraft, 'allergenAnswer' | 'allergens' | 'diet'>;

/**
 * Until the seller has said what may be in a new pack: what they said of the last one of the sale place, and what packs of
 * its kinds often contain. Each is read before it is taken, and nothing is set without a press: it is the seller's word.
 */
export function ContentProposals({ form }: { form: UseFormReturn<ProductDraft> }) {
  const { t, i18n } = useTranslation('seller');
  const { formatList } = useFormat();
  const [answer, place, categories] = useWatch({
    control: form.control,
    name: ['allergenAnswer', 'place', 'categories'],
  });
  const products = useQuery(myProductsQuery(i18n.language));
  const types = useQuery(productTypesQuery(i18n.language));
  if (answer !== null) return null;
  const last = findLastAnswered(products.data ?? [], Number(place));
  const lastContents = last && toProductDraft(last);
  const usual = proposeAllergens(
    (types.data ?? []).filter(({ id }) => categories.includes(id)).map(({ slug }) => slug),
  );
  const describe = ({ allergenAnswer, allergens, diet }: Contents): string =>
    [
      allergenAnswer === 'some'
        ? `${t('pack.allergens')}: ${formatList(allergens.map((name) => t(`allergens.${name}`)))}`
        : t(`pack.allergenAnswers.${allergenAnswer!}`),
      ...(diet.length > 0 ? [`${t('pack.diet')}: ${formatList(diet.map((name) => t(`diet.${name}`)))}`] : []),
    ].join('. ');
  const take = ({ allergenAnswer, allergens, diet }: Contents) => {
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
    form.setValue('allergens', [...allergens], options);
    form.setValue('diet', [...diet], options);
    form.setValue('allergenAnswer', allergenAnswer, options);
  };
  const ofKind: Contents = { allergenAnswer: 'some', allergens: usual, diet: [] };
  if (!lastContents && usual.length === 0) return null;
  return (
    <div className="grid gap-4 rounded-md bg-panel p-4">
      {lastContents ? (
        <div className="grid justify-items-start gap-2">
          <p className="text-sm text-pretty">
            {t('pack.lastContents', { name: isolateWords(last.name), contents: describe(lastContents) })}
          </p>
          <Button variant="ghost" size="small" onClick={() => take(lastContents)}>
            {t('pack.takeLast')}
          </Button>
        </div>
      ) : null}
      {usual.length > 0 ? (
        <div className="grid justify-items-start gap-2">
          <p className="text-sm text-pretty">{t('pack.usualContents', { contents: describe(ofKind) })}</p>
          <Button variant="ghost" size="small" onClick={() => take(ofKind)}>
            {t('pack.takeUsual')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
