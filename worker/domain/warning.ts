/** A warning for a request's log line. A closed list, so that no text from a client gets into the log. */
export type Warning =
  | 'checkout_not_completed'
  | 'card_outside_test_list'
  | 'card_number_in_text'
  | 'no_network_transaction_id'
  | 'no_initial_reference'
  | 'quota_nearly_used_up'
  | 'card_testing_card'
  | 'card_testing_address'
  | 'card_testing_range'
