/** Reasons of refunds, as they are stored in the metadata of the refund's order. */
export const refundReasons: Readonly<Record<string, string>> = {
  requested_by_customer: 'Requested by the customer',
  returned_goods: 'Goods returned',
  not_delivered: 'Not delivered',
  duplicate: 'Paid twice',
  fraudulent: 'Fraudulent',
  other: 'Other',
}
