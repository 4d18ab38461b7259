import { Button } from '@wopack/ui/button.tsx';
import { FieldError } from '@wopack/ui/feedback/inline-error.tsx';
import { Checkbox } from '@wopack/ui/form/checkbox.tsx';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { SalePlacesField } from '../../../ui/form/sale-places-field.tsx';
import type { MyProduct } from '../products.api.ts';

interface Changes {
  /** The new price, if price or value changed. */
  priceCents: number | null;
  isScheduleChanged: boolean;
}

/** Linked products that get the changes too. */
interface SameFor {
  samePriceFor: number[];
  sameScheduleFor: number[];
}

const NOTHING: SameFor = { samePriceFor: [], sameScheduleFor: [] };

/**
 * Asks, when price or hours of a linked product are saved, whether others get them too. `ask` resolves to null when the
 * seller goes back; `dialog` is to be rendered.
 */
export function useSameForLinked({ linked = [] }: Pick<MyProduct, 'linked'>) {
  const [changes, setChanges] = useState<Changes | null>(null);
  const answerRef = useRef<(answer: SameFor | null) => void>(undefined);
  async function ask(requested: Changes): Promise<SameFor | null> {
    if (linked.length === 0 || (requested.priceCents === null && !requested.isScheduleChanged))
      return NOTHING;
    setChanges(requested);
    const answer = await new Promise<SameFor | null>((resolve) => {
      answerRef.current = resolve;
    });
    setChanges(null);
    return answer;
  }
  return {
    ask,
    dialog: changes ? (
      <SameForLinkedSheet
        linked={linked}
        changes={changes}
        onAnswer={(answer) => answerRef.current?.(answer)}
      />
    ) : null,
  };
}

interface Props {
  linked: NonNullable<MyProduct['linked']>;
  changes: Changes;
  onAnswer: (answer: SameFor | null) => void;
}

function SameForLinkedSheet({ linked, changes: { priceCents, isScheduleChanged }, onAnswer }: Props) {
  const { t } = useTranslation('linked');
  const { formatMoney } = useFormat();
  const [hasPrice, setPrice] = useState(priceCents !== null);
  const [hasSchedule, setSchedule] = useState(isScheduleChanged);
  const [placeIds, setPlaceIds] = useState<number[] | null>([]);
  const [isMissing, setMissing] = useState(false);
  const chosen = linked.filter(
    ({ sale_place_id: placeId }) => placeIds === null || placeIds.includes(placeId),
  );
  const isNothing = chosen.length > 0 && !hasPrice && !hasSchedule;
  const save = () => {
    setMissing(isNothing);
    if (isNothing) return;
    const ids = chosen.map(({ id }) => id);
    onAnswer({ samePriceFor: hasPrice ? ids : [], sameScheduleFor: hasSchedule ? ids : [] });
  };
  return (
    <Sheet open onClose={() => onAnswer(null)} title={t('sameTitle')} description={t('sameText')}>
      <div className="grid gap-5">
        <fieldset className="grid min-w-0 gap-1">
          <legend className="mb-1.5 text-sm font-semibold">{t('what')}</legend>
          {priceCents === null ? null : (
            <Checkbox checked={hasPrice} onChange={({ target }) => setPrice(target.checked)}>
              {t('price', { price: formatMoney(priceCents) })}
            </Checkbox>
          )}
          {isScheduleChanged ? (
            <Checkbox checked={hasSchedule} onChange={({ target }) => setSchedule(target.checked)}>
              {t('schedule')}
            </Checkbox>
          ) : null}
          {isMissing && isNothing ? <FieldError>{t('whatMissing')}</FieldError> : null}
        </fieldset>
        <SalePlacesField
          legend={t('whereElse')}
          allLabel={t('all')}
          value={placeIds}
          onChange={setPlaceIds}
          salePlaces={linked.map((other) => ({ id: other.sale_place_id, name: other.sale_place_name }))}
        />
        <div className="flex flex-col gap-2.5 sm:flex-row-reverse">
          <Button onClick={save} className="sm:flex-1">
            {chosen.length === 0 ? t('onlyHere') : t('saveFor', { count: chosen.length })}
          </Button>
          <Button variant="soft" onClick={() => onAnswer(null)} className="sm:flex-1">
            {t('back')}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
