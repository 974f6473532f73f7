/** Categories of reasons, which are the same for all card networks. */
export const disputeCategories = [
  'fraud',
  'not_received',
  'not_as_described',
  'canceled',
  'duplicate',
  'credit_not_processed',
  'processing_error',
  'authorization',
  'general',
] as const
export type DisputeCategory = (typeof disputeCategories)[number]

/** What the cardholder claims, in one sentence, for developers and staff. */
export const categoryTexts: Readonly<Record<DisputeCategory, string>> = {
  fraud: 'The cardholder did not make the payment.',
  not_received: 'The goods or services were not received.',
  not_as_described: 'The goods or services were defective, or not as described.',
  canceled: 'The cardholder canceled the order, the booking or the subscription.',
  duplicate: 'The payment was made twice, or by other means.',
  credit_not_processed: 'A promised refund was not received.',
  processing_error: 'The payment was processed with wrong data, or too late.',
  authorization: 'The payment was not authorized as the network requires.',
  general: 'The cardholder disputes the payment.',
}

/** Reason codes of Visa, Mastercard, American Express and Discover by category. No code has two meanings. */
const codesByCategory: Readonly<Record<DisputeCategory, string>> = {
  fraud: '10.1 10.2 10.3 10.4 10.5 4837 4840 4849 4870 4871 F10 F24 F29 F30 F31 UA01 UA02 UA05 UA06',
  not_received: '13.1 13.9 4855 C08 RG NF',
  not_as_described: '13.3 13.4 13.5 C31 C32 RM',
  canceled: '13.2 13.7 4841 4859 C05 C18 C28 AP',
  duplicate: '12.6 12.6.1 12.6.2 C14 P08 DP PM',
  credit_not_processed: '13.6 13.8 4860 C02 C04 RN2 CD',
  processing_error: '12.1 12.2 12.3 12.4 12.5 12.7 4831 4834 4842 4846 P01 P03 P04 P05 P07 P22 P23 AW IN LP',
  authorization: '11.1 11.2 11.3 4807 4808 4812 A01 A02 A08 AT',
  general: '4853 4863 AA M01',
}

const pairs = disputeCategories.flatMap((category) =>
  codesByCategory[category].split(' ').map((code) => [code, category] as const),
)

const categories: ReadonlyMap<string, DisputeCategory> = new Map(pairs)

/** The category of a network's reason code. Undefined for a code that is not in the table. */
export const categoryOf = (code: string): DisputeCategory | undefined => categories.get(code)

/** All reason codes with their categories. */
export const reasonCodes: readonly (readonly [code: string, category: DisputeCategory])[] = pairs
