import {
  findLegalTextVersion,
  getEarliestStart,
  type LegalText,
  legalTextVersions,
  policyPaths,
} from '@wopack/domain';

/** A version that holds, held or was announced. */
export interface StoredVersion {
  text: LegalText;
  version: string;
  announced_at: Date;
  holds_from: Date;
}

export const allTexts = Object.keys(policyPaths) as LegalText[];

/** Texts that a user agrees to; of the others they are told. Those of partners concern partners only. */
const ACCEPTED_TEXTS: readonly LegalText[] = ['terms', 'affiliate'];

export const listAcceptedTexts = ({ isPartner }: { isPartner: boolean }): readonly LegalText[] =>
  ACCEPTED_TEXTS.filter((text) => text !== 'affiliate' || isPartner);

const listOf = (stored: readonly StoredVersion[], text: LegalText): StoredVersion[] =>
  stored
    .filter((row) => row.text === text)
    .sort((a, b) => b.holds_from.getTime() - a.holds_from.getTime() || (a.version < b.version ? 1 : -1));

export interface TextState {
  text: LegalText;
  inForce: StoredVersion;
  /** Newest first. */
  earlier: StoredVersion[];
  planned: StoredVersion | null;
}

/** Before its first version a text is that version. Undefined: nothing is stored of it. */
export function findTextState(
  stored: readonly StoredVersion[],
  text: LegalText,
  now: Date,
): TextState | undefined {
  const versions = listOf(stored, text);
  const index = versions.findIndex(({ holds_from }) => holds_from <= now);
  const inForce = versions.at(index);
  if (!inForce) return undefined;
  return {
    text,
    inForce,
    earlier: index === -1 ? [] : versions.slice(index + 1),
    planned: index > 0 ? versions[index - 1]! : null,
  };
}

/**
 * Versions that hold without an announcement from now on: the newest of a text that this database has none of, and later
 * ones without substance. One of substance, and what follows it, waits for its announcement.
 */
export const listVersionsToRecord = (stored: readonly StoredVersion[], now: Date): StoredVersion[] =>
  allTexts.flatMap((text) => {
    const newest = legalTextVersions[text][0]!;
    const last = listOf(stored, text)[0];
    const later = legalTextVersions[text].filter(({ version }) => last && version > last.version);
    if (last && (later.length === 0 || later.some(({ isMaterial }) => isMaterial))) return [];
    // It must not hold before one that is announced already.
    if (last && last.holds_from > now) return [];
    return [{ text, version: newest.version, announced_at: now, holds_from: now }];
  });

/** Key of the message that says why a version cannot be announced; null: it can. */
export function findAnnouncementRefusal(
  state: TextState,
  { version, holdsFrom, now }: { version: string; holdsFrom: Date; now: Date },
): 'unknown' | 'notNewer' | 'planned' | 'tooSoon' | null {
  if (!findLegalTextVersion(state.text, version)) return 'unknown';
  if (state.planned) return 'planned';
  if (version <= state.inForce.version) return 'notNewer';
  return holdsFrom < getEarliestStart(state.text, state.inForce.version, now) ? 'tooSoon' : null;
}

export interface TextChange extends StoredVersion {
  isInForce: boolean;
  needsAcceptance: boolean;
}

/**
 * What a user is told of: announced versions, and those in force that changed what they had accepted. `confirmed` has the
 * versions that they accepted or were told of.
 */
export function listChangesFor(
  stored: readonly StoredVersion[],
  user: { isPartner: boolean; confirmed: readonly { text: string; version: string }[] },
  now: Date,
): TextChange[] {
  const accepted = listAcceptedTexts(user);
  return allTexts.flatMap((text) => {
    const state = findTextState(stored, text, now);
    const isOfOthers = text === 'affiliate' && !user.isPartner;
    if (!state || isOfOthers) return [];
    const { inForce, earlier, planned } = state;
    const hasConfirmed = ({ version }: StoredVersion) =>
      user.confirmed.some((row) => row.text === text && row.version >= version);
    const needsAcceptance = accepted.includes(text);
    const substantial = [inForce, ...earlier.slice(0, -1)].find(
      ({ version }) => findLegalTextVersion(text, version)?.isMaterial,
    );
    const isUnconfirmed =
      substantial !== undefined && earlier.length > 0 && needsAcceptance && !hasConfirmed(substantial);
    return [
      ...(isUnconfirmed ? [{ ...inForce, isInForce: true, needsAcceptance }] : []),
      ...(planned && !hasConfirmed(planned) ? [{ ...planned, isInForce: false, needsAcceptance }] : []),
    ];
  });
}
