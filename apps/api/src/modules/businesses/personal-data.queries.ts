import type { PersonalDataHandler } from '../../platform/personal-data.ts';

/** In which businesses somebody acts, and whom they invited. */
export const businessPersonalData: PersonalDataHandler = {
  async export(db, userId) {
    const memberships = await db
      .selectFrom('members')
      .select(['business_id', 'role', 'joined_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
    const invitations = await db
      .selectFrom('member_invitations')
      .select(['business_id', 'email', 'role', 'sent_at'])
      .where('invited_by', '=', userId)
      .orderBy('id')
      .execute();
    return {
      memberships: memberships.map(({ joined_at, ...membership }) => ({
        ...membership,
        joined_at: joined_at.toISOString(),
      })),
      invitations: invitations.map(({ sent_at, ...invitation }) => ({
        ...invitation,
        sent_at: sent_at.toISOString(),
      })),
    };
  },
  async unpublish(trx, userId) {
    await trx.deleteFrom('member_invitations').where('invited_by', '=', userId).execute();
    await trx.deleteFrom('members').where('user_id', '=', userId).execute();
  },
};
