import type { MemberTexts } from '../schema/memberTexts.ts'

const ofCurrency = {
  currency: 'ISO 4217 numeric code.',
  captures: 'Captures that stand: approved or settled, not voided and not returned.',
  'captures.count': 'Number of captures.',
  'captures.amount': 'Sum of the captures in currency units, with tips.',
  credits: 'Credits that stand, of payments and without a payment.',
  'credits.count': 'Number of credits.',
  'credits.amount': 'Sum of the credits in currency units, as a positive number.',
  net: 'Captures minus credits in currency units, possibly negative.',
  authorizations: 'Authorizations, also of sales and verifications, by their response.',
  'authorizations.approved': 'Number of approved authorizations, also if they were voided or expired later.',
  'authorizations.declined': 'Number of declined authorizations.',
  declines: 'The declined authorizations by response code, the most frequent first.',
  'declines.code': 'Response code of the decline. Null if it has none.',
  'declines.text': 'Text of the response code.',
  'declines.count': 'Number of authorizations that were declined with this code.',
}

/** Texts of figures. */
export const figureTexts: MemberTexts = {
  Figures: ofCurrency,
  DailyFigures: { day: 'UTC day, YYYY-MM-DD.', ...ofCurrency },
  getFigures: {
    figures: 'The figures of the range.',
    'figures.from': 'First day, YYYY-MM-DD.',
    'figures.to': 'Last day, inclusive, YYYY-MM-DD.',
    'figures.asOf':
      'The figures contain all operations that were created until this time, RFC 3339 in UTC. Earlier than now only while background work is behind.',
    'figures.days': 'One entry per day and currency, the earliest first. Days without operations have none.',
    'figures.totals': 'The totals of the range, one entry per currency.',
  },
}
