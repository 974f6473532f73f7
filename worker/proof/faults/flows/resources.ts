import type { Flow } from './flow.ts'
import { requestFlows } from './tables.ts'

/** Single requests that change a resource. */
export const resourceFlows: readonly Flow[] = requestFlows(`
  close a batch                             | closeBatch                 | captured       | POST /v1/batches/close
  record a dispute                          | recordDispute              | captured       | POST /v1/disputes {"transactionId":"{id}","caseId":"CB-1","stage":"open"}
  accept a dispute                          | acceptDispute              | disputed       | POST /v1/disputes/{id}/accept
  create a token                            | createToken                | none           | POST /v1/tokens {"creditCard":{"accountNumber":"4242424242424242","expires":"1230"}}
  create a customer                         | createCustomer             | none           | POST /v1/customers {"firstName":"Ada"}
  create a customer with an identifier      | createCustomer             | none           | POST /v1/customers {"firstName":"Ada","merchantIdentifier":"7"} | already_exists
  update a customer                         | updateCustomer             | customer       | PUT /v1/customers/{id} {"firstName":"Grace"}
  delete a customer                         | deleteCustomer             | stored         | DELETE /v1/customers/{customer} | not_found
  erase a customer                          | eraseCustomer              | paid           | POST /v1/customers/{customer}/erase
  add a first payment method                | addWalletEntry             | token          | POST /v1/customers/{customer}/wallet {"token":"{token}"} | token_used
  add a default payment method              | addWalletEntry             | stored, token  | POST /v1/customers/{customer}/wallet {"token":"{token}","default":true} | token_used
  change the default payment method         | updateWalletEntry          | two stored     | PUT /v1/customers/{customer}/wallet/{other} {"default":true}
  delete the default payment method         | deleteWalletEntry          | two stored     | DELETE /v1/customers/{customer}/wallet/{wallet} | not_found
  create a plan                             | createSubscription         | none           | POST /v1/subscriptions {"label":"Coffee","cycle":{"unit":"month"},"amount":{"value":10}} | already_exists
  delete a plan                             | deleteSubscription         | plan           | DELETE /v1/subscriptions/{id} | not_found
  change the price of a subscription        | updateCustomerSubscription | subscribed     | PUT {path} {"amount":{"total":20}}
  pause a subscription                      | updateCustomerSubscription | subscribed     | PUT {path} {"status":"paused"}
  resume a subscription                     | updateCustomerSubscription | paused         | PUT {path} {"status":"active"}
  create a checkout                         | createCheckout             | none           | POST /v1/dynamiccheckout {"total":5}
  cancel a checkout                         | cancelCheckout             | checkout       | DELETE /v1/dynamiccheckout/{id} | already_canceled
  send a receipt again                      | sendReceipt                | paid checkout  | POST /v1/dynamiccheckout/{id}/receipt {"email":"ann@mail.example"}
  delete a terminal                         | deleteTerminal             | terminal       | DELETE /v1/terminals/{id} | not_found
  cancel at an idle terminal                | cancelTerminal             | terminal       | POST /v1/terminals/{id}/cancel
  disconnect a simulated terminal           | simulateTerminal           | terminal       | POST /v1/terminals/{id}/simulate {"action":"offline"}
  create a webhook                          | createWebhook              | none           | POST /v1/webhook {"url":"https://second.receivers.net/","enabled":true,"subscribedEvents":[]}
  update a webhook                          | updateWebhook              | webhook        | PUT /v1/webhook/{webhook} {"headers":{"x-shop":"7"}}
  rotate the secret of a webhook            | rotateWebhookSecret        | webhook        | POST /v1/webhook/{webhook}/rotate
  send a test event to a webhook            | testWebhook                | webhook        | POST /v1/webhook/{webhook}/test
  replay the events of an hour              | replayWebhook              | webhook        | POST /v1/webhook/{webhook}/replay {"since":"{-1}"}
  replay an event                           | replayEvent                | webhook        | POST /v1/events/{event}/replay {}
  delete a webhook                          | deleteWebhook              | idle webhook   | DELETE /v1/webhook/{id} | not_found
  add a connection                          | createConnection           | none           | POST /v1/connections {"processor":"simulator","label":"Shop"}
  change a connection                       | updateConnection           | connection     | PUT /v1/connections/{id} {"label":"Till","settings":{"captures":"one"}}
  check a connection                        | checkConnection            | connection     | POST /v1/connections/{id}/check
  reconcile a connection                    | reconcileConnection        | connection with a book | POST /v1/connections/{id}/reconcile {"from":"{-1}","to":"{+1}","repair":true}
  delete a connection                       | deleteConnection           | connection     | DELETE /v1/connections/{id} | not_found
  create an API key                         | issueApiKey                | none           | POST /v1/apikeys {"kind":"secret","name":"Reports"}
  rotate an API key                         | rotateApiKey               | apiKey         | POST /v1/apikeys/{id}/rotate {}
  revoke an API key                         | revokeApiKey               | apiKey         | DELETE /v1/apikeys/{id} | invalid_state
  update the settings of an account         | updateAccount              | none           | PUT /v1/account {"tipAtSale":true,"name":"Mugs"}
  invite a member                           | inviteMember               | team           | POST /v1/team/invitations {"email":"bob@shop.example","role":"viewer"}
  change a member                           | updateMember               | team           | PUT /v1/team/members/{member} {"role":"support"}
  remove a member                           | removeMember               | team           | DELETE /v1/team/members/{member} | not_found
  withdraw an invitation                    | cancelInvitation           | team           | DELETE /v1/team/invitations/{invitation} | not_found
  end a session                             | endSession                 | team           | DELETE /v1/team/sessions/{session} | not_found
  save a view                               | createView                 | none           | POST /v1/views {"list":"payments","name":"Large","query":""} | already_exists
  rename a view                             | updateView                 | view           | PUT /v1/views/{id} {"name":"Larger"}
  delete a view                             | deleteView                 | view           | DELETE /v1/views/{id} | not_found
  set the test clock                        | setTestClock               | captured       | POST /v1/testclock {"now":"{+48}"}
  advance the test clock                    | advanceTestClock           | none           | POST /v1/testclock/advance {"seconds":0}
  reset the test clock                      | resetTestClock             | clock ahead    | DELETE /v1/testclock
`)
