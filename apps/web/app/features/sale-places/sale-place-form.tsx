import { useQuery } from '@tanstack/react-query';
import { getLocale, type Language, languages } from '@wopack/domain';
import { TextButton } from '@wopack/ui/button.tsx';
import { FieldError, getErrorMessage, setServerErrors } from '@wopack/ui/feedback/inline-error.tsx';
import { Select } from '@wopack/ui/form/select.tsx';
import { TextArea, TextField } from '@wopack/ui/form/text-field.tsx';
import { type ReactNode, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { type UseFormReturn, useController, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { RenderRefusal } from '../../lib/api/refusal.ts';
import { useNow } from '../../lib/browser/use-now.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import {
  OtherLanguages,
  TypeButtons,
  useDraftReports,
  useFocusFirstError,
} from '../../ui/form/seller-fields.tsx';
import { TextLanguageSelect } from '../../ui/form/text-language-select.tsx';
import { useTextRule } from '../../ui/form/use-text-rule.ts';
import { type Coordinates, parseDegrees } from './location/coordinates.ts';
import { CoordinateFields, EstablishmentSearch, isPinMissing } from './location/location-fields.tsx';
import { SalePlaceMap } from './location/sale-place-map.tsx';
import { useSalePlacePosition } from './location/use-sale-place-position.ts';
import { LookAlikeQuestion } from './look-alike-question.tsx';
import type { SalePlaceDraft } from './sale-place-draft.ts';
import {
  type EstablishmentMatch,
  findLookAlikes,
  type LookAlike,
  type SalePlaceInput,
  salePlaceTypesQuery,
} from './sale-places.api.ts';

const fields = ['name', 'phone', 'address', 'description', 'categories', 'latitude', 'longitude'] as const;

interface Props {
  initial: SalePlaceDraft;
  /** Called on every keystroke. */
  onDraftChange?: (draft: SalePlaceDraft) => void;
  /** Rejects with the server's error, shown beside the fields. */
  onSave: (salePlace: Omit<SalePlaceInput, 'id'>, draft: SalePlaceDraft) => Promise<void>;
  /** Centre of the map while there is no position. */
  fallbackPosition: Coordinates;
  /** Container for the map; missing: in the form. Null: not mounted yet. */
  mapContainer?: HTMLElement | null;
  /** Adds the description. */
  withDescription?: boolean;
  /** Asks before a place is registered that sells here already. */
  asksForLookAlikes?: boolean;
  /** Places that are not the seller's, as said before. */
  otherPlaces?: readonly number[];
  onOtherPlaces?: (ids: number[]) => void;
  renderRefusal?: RenderRefusal;
  /** Places the fields, e.g. on a card. */
  renderFields?: (fields: ReactNode) => ReactNode;
  /** The buttons, given whether the sale place is being saved. */
  footer: (saving: boolean) => ReactNode;
}

/** Found by name or filled in by hand, with its position on the map. */
export function SalePlaceForm({
  initial,
  onDraftChange,
  onSave,
  fallbackPosition,
  mapContainer,
  withDescription = false,
  asksForLookAlikes = false,
  otherPlaces = [],
  onOtherPlaces,
  renderRefusal,
  renderFields = (fields) => fields,
  footer,
}: Props) {
  const { t, i18n } = useTranslation('seller');
  const salePlaceTypes = useQuery(salePlaceTypesQuery(i18n.language));
  const [formError, setFormError] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const form = useForm<SalePlaceDraft>({ defaultValues: initial, shouldFocusError: false });
  const { register, control, formState } = form;
  const types = useController({
    control,
    name: 'categories',
    rules: { validate: (ids) => ids.length > 0 || t('place.typesRequired') },
  });
  const pin = useSalePlacePosition(form);
  const { position, name, setPosition, fillFromEstablishment } = pin;

  useDraftReports(form, onDraftChange);
  const formRef = useRef<HTMLFormElement>(null);
  useFocusFirstError(formRef, formState.submitCount);

  const [question, setQuestion] = useState<{ place: LookAlike; goOn: () => void } | null>(null);
  /** Places that are not the seller's, as the seller said. */
  const otherIds = useRef(new Set(otherPlaces));
  const ask = (places: readonly [LookAlike, ...LookAlike[]], goOn: () => void) =>
    setQuestion({
      place: places[0],
      goOn: () => {
        for (const { id } of places) otherIds.current.add(id);
        onOtherPlaces?.([...otherIds.current]);
        setQuestion(null);
        goOn();
      },
    });

  const submit = form.handleSubmit(async (draft) => {
    const { found: establishmentAddress, description, language, descriptions, timeZone, ...values } = draft;
    setFormError(null);
    try {
      const salePlace = {
        ...values,
        ...(withDescription && { description, language, descriptions: { ...descriptions, [language]: '' } }),
        latitude: parseDegrees(draft.latitude, 90)!,
        longitude: parseDegrees(draft.longitude, 180)!,
        isHandWriteAddress: establishmentAddress !== draft.address,
        // A pin that was moved has a zone of its own.
        ...(timeZone && !isPinMoved(draft, initial) && { time_zone: timeZone }),
      };
      const lookAlikes = asksForLookAlikes ? await findLookAlikes(salePlace) : [];
      const [lookAlike, ...others] = lookAlikes.filter(({ id }) => !otherIds.current.has(id));
      if (lookAlike) return ask([lookAlike, ...others], () => void submit());
      await onSave(salePlace, draft);
    } catch (error) {
      if (setServerErrors(error, form.setError, fields)) return;
      setFormError(getErrorMessage(error));
      setRefusal(error);
    }
  });

  const selectedMatch = useRef<EstablishmentMatch>(null);
  function selectMatch(match: EstablishmentMatch) {
    const { sale_place_id: id, displayName, formattedAddress } = match;
    if (asksForLookAlikes && id && !otherIds.current.has(id))
      return ask([{ id, name: displayName, address: formattedAddress }], () => selectMatch(match));
    selectedMatch.current = match;
    fillFromEstablishment(match);
  }

  /** What an establishment selected before has filled in belongs to another place. */
  function fillInByHand(searchText: string) {
    const match = selectedMatch.current;
    const draft = form.getValues();
    if (match && draft.name === match.displayName && searchText !== match.displayName) {
      form.setValue('name', '');
      if (draft.address === match.formattedAddress) form.setValue('address', '');
      if (draft.phone === match.phone) form.setValue('phone', '');
    }
    if (!form.getValues('name').trim()) form.setValue('name', searchText);
    form.setFocus('name');
  }

  const type = salePlaceTypes.data?.find(({ id }) => id === types.field.value[0])?.slug ?? '';
  const pinError = isPinMissing(formState.errors) ? formState.errors.latitude?.message : undefined;
  const mapProps = { position, fallbackPosition, name, type, onMove: setPosition, error: pinError };
  const required = { required: t('required') };
  const placeFields = (
    <>
      <EstablishmentSearch onSelect={selectMatch} onManualEntry={fillInByHand} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('place.name')}
          autoComplete="organization"
          error={formState.errors.name?.message}
          {...register('name', required)}
        />
        <TextField
          label={t('place.phone')}
          type="tel"
          autoComplete="tel"
          error={formState.errors.phone?.message}
          {...register('phone', required)}
        />
      </div>
      <TextField
        label={t('place.address')}
        autoComplete="street-address"
        error={formState.errors.address?.message}
        {...register('address', { ...required, onBlur: pin.lookUpAddress })}
      />
      {pin.addressMatch ? <AddressMatchNote {...pin.addressMatch} onMove={pin.moveToAddress} /> : null}
      {mapContainer === undefined ? <SalePlaceMap variant="box" {...mapProps} /> : null}
      {mapContainer ? createPortal(<SalePlaceMap variant="panel" {...mapProps} />, mapContainer) : null}
      {initial.timeZone ? <TimeZoneField form={form} initial={initial} /> : null}
      <CoordinateFields form={form} onPositionChange={setPosition} onEdit={pin.pinByHand} />
      <TypeButtons
        legend={t('place.types')}
        hint={t('place.typesHint')}
        types={salePlaceTypes}
        value={types.field.value}
        onChange={types.field.onChange}
        error={types.fieldState.error?.message}
      />
      {withDescription ? <DescriptionFields form={form} /> : null}
      {formError ? <FieldError>{formError}</FieldError> : null}
    </>
  );
  const closeRefusal = () => setRefusal(null);
  const sendAgain = () => {
    closeRefusal();
    void submit();
  };
  return (
    <>
      <form ref={formRef} noValidate onSubmit={submit} className="contents">
        {renderFields(placeFields)}
        {footer(formState.isSubmitting)}
        {question ? (
          <LookAlikeQuestion
            place={question.place}
            phone={form.getValues('phone')}
            onAnother={question.goOn}
            onBack={() => setQuestion(null)}
          />
        ) : null}
      </form>
      {refusal ? renderRefusal?.({ error: refusal, onResolved: sendAgain, onClose: closeRefusal }) : null}
    </>
  );
}

const MAX_DESCRIPTION_LENGTH = 1000;

/** The description with its language, and collapsed its texts in the others. */
function DescriptionFields({ form }: { form: UseFormReturn<SalePlaceDraft> }) {
  const { t } = useTranslation('seller');
  const { register, control, formState } = form;
  const [language, description, descriptions] = useWatch({
    control,
    name: ['language', 'description', 'descriptions'],
  });
  const validate = useTextRule({ max: MAX_DESCRIPTION_LENGTH });
  const getLength = (text: string) => ({ used: text.trim().length, max: MAX_DESCRIPTION_LENGTH });
  const { errors } = formState;
  const otherLanguages = languages.filter((other) => other !== language);
  const count = otherLanguages.filter((other) => descriptions[other].trim()).length;
  /** Changes places with the text in the chosen language, if there is one. */
  const chooseLanguage = (next: Language) => {
    const [text, nextText] = form.getValues(['description', `descriptions.${next}`]);
    if (nextText.trim()) {
      form.setValue(`descriptions.${language}`, text);
      form.setValue(`descriptions.${next}`, '');
      form.setValue('description', nextText);
    }
    form.setValue('language', next);
  };
  return (
    <>
      <TextArea
        label={t('place.description')}
        hint={t('place.descriptionHint')}
        lang={language}
        rows={3}
        length={getLength(description)}
        error={errors.description?.message}
        {...register('description', { validate })}
      />
      <TextLanguageSelect value={language} onChange={chooseLanguage} />
      <OtherLanguages count={count} hasErrors={errors.descriptions !== undefined}>
        {otherLanguages.map((other) => (
          <TextArea
            key={other}
            label={t(`pack.texts.description.${other}`)}
            lang={other}
            rows={2}
            length={getLength(descriptions[other])}
            error={errors.descriptions?.[other]?.message}
            {...register(`descriptions.${other}`, { validate })}
          />
        ))}
      </OtherLanguages>
    </>
  );
}

type Pin = Pick<SalePlaceDraft, 'latitude' | 'longitude'>;

const isPinMoved = (pin: Pin, initial: Pin): boolean =>
  pin.latitude !== initial.latitude || pin.longitude !== initial.longitude;

interface TimeZoneFieldProps extends Pick<Props, 'initial'> {
  form: UseFormReturn<SalePlaceDraft>;
}

/**
 * In which zone hours of pickup count, and how to choose another one; of a pin that was moved it is not known before the
 * form is saved.
 */
function TimeZoneField({ form, initial }: TimeZoneFieldProps) {
  const { t, i18n } = useTranslation('seller');
  const { formatTime } = useFormat();
  const now = new Date(useNow(30_000));
  const [isChoosing, setChoosing] = useState(false);
  const [latitude, longitude, timeZone] = useWatch({
    control: form.control,
    name: ['latitude', 'longitude', 'timeZone'],
  });
  if (!timeZone || isPinMoved({ latitude, longitude }, initial)) return null;
  const zone = new Intl.DateTimeFormat(getLocale(i18n.language as Language), {
    timeZone,
    timeZoneName: 'longGeneric',
  })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')!.value;
  return (
    <div className="-mt-3 grid gap-2">
      <p className="text-sm text-pretty text-muted">
        {t('place.timeZone', { zone, time: formatTime(now, timeZone) })}{' '}
        {isChoosing ? null : (
          <TextButton onClick={() => setChoosing(true)}>{t('place.otherTimeZone')}</TextButton>
        )}
      </p>
      {isChoosing ? (
        <Select
          label={t('place.timeZoneLabel')}
          error={form.formState.errors.timeZone?.message}
          {...form.register('timeZone')}
        >
          {listTimeZones(timeZone).map((name) => (
            <option key={name} value={name}>
              {name.replaceAll('_', ' ')}
            </option>
          ))}
        </Select>
      ) : null}
    </div>
  );
}

/** With that of a place at sea, which has no name of its own. */
const listTimeZones = (current: string): string[] =>
  [...new Set([current, ...Intl.supportedValuesOf('timeZone')])].sort();

interface AddressMatchNoteProps {
  label: string;
  isCity: boolean;
  isOffered: boolean;
  onMove: () => void;
}

/** Where the typed address has moved the pin, or could. */
function AddressMatchNote({ label, isCity, isOffered, onMove }: AddressMatchNoteProps) {
  const { t } = useTranslation('seller');
  return (
    <p role="status" className="-mt-3 flex flex-wrap items-center gap-x-3 text-sm text-muted">
      {isOffered
        ? t('place.addressAt', { address: label })
        : t(isCity ? 'place.movedToCity' : 'place.movedToAddress', { address: label })}
      {isOffered ? <TextButton onClick={onMove}>{t('place.moveToAddress')}</TextButton> : null}
    </p>
  );
}
