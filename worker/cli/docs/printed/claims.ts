/** A claim about the gateway, and the tests or folders of tests that show it. */
type Claim = readonly [claim: string, ...tests: string[]]

/** The claims by subject. A test fails if a named test does not exist. */
export const claimsBySubject: Readonly<Record<string, readonly Claim[]>> = {
  Payments: [
    [
      'Concurrent captures, credits and voids never exceed the available amount. The ledgers of gateway and acquirer agree.',
      'worker/routes/transactions/captureAmounts.test.ts',
      'worker/routes/transactions/credit.test.ts',
    ],
    [
      'Each request in each state of a payment follows the transition table.',
      'worker/routes/transactions/transitions.test.ts',
    ],
    [
      'A capture, void or credit with a lost, late, repeated or garbled response takes effect once.',
      'worker/routes/transactions/unknownOutcomes.test.ts',
    ],
    [
      'An operation without an outcome is retried indefinitely. After a day it is marked once as needing attention. Either a manual decision or the processor’s outcome is recorded, never both.',
      'worker/domain/transactions/recovery/attention.test.ts',
      'worker/domain/transactions/recovery/resolve.test.ts',
      'worker/routes/transactions/resolve.test.ts',
    ],
    [
      'A capture or refund that the processor accepts and decides later keeps its amount reserved, has one outcome, and is in no batch before it.',
      'worker/domain/transactions/recovery/acceptedOperations.test.ts',
    ],
    [
      'Messages of a processor have one result in every order, doubled and concurrent. One that is not signed, or that belongs to another connection, account or mode, changes nothing.',
      'worker/domain/notifications/applyNotification.test.ts',
      'worker/routes/connections/notifications.test.ts',
    ],
    ['Fifty requests with one `Idempotency-Key` take effect once.', 'worker/routes/transactions/idempotency.test.ts'],
    ['A request that the client repeats after a lost response charges once.', 'worker/routes/client.test.ts'],
    [
      'While the database is away, reads and writes are repeated, and each insert takes effect once. Its failures are 503 with Retry-After and their kind in the log.',
      'worker/store/sql/database.test.ts',
      'worker/http/log.test.ts',
      'worker/http/health.test.ts',
    ],
    [
      'An outage of the database, of 0.1 to 80 seconds at each batch of a payment, loses no approval and doubles nothing. The key returns what happened.',
      'worker/outcomes/outages.test.ts',
      'worker/outcomes/keptOutcomes.test.ts',
    ],
    [
      'A payment killed with `kill -9` between the responses of processor and database is reversed.',
      'worker/proof/soak/run/kills.test.ts',
    ],
    [
      'In each flow each external call may fail, before or after its effect. The operation takes effect once or never.',
      'worker/proof/faults/faultInjection.workerd.test.ts',
      'worker/proof/faults/faultInjection.workerd.long.test.ts',
    ],
    [
      'With each set of capabilities of a processor: after lost, half, doubled and late requests and responses both ledgers agree, no operation has two effects, and no approved payment is shown as declined.',
      'worker/proof/models/payments/',
      'worker/proof/faults/capabilities.workerd.test.ts',
      'worker/proof/faults/capabilities.workerd.long.test.ts',
      'worker/domain/transactions/recovery/byCapabilities.test.ts',
    ],
    [
      'An operation that a processor does not support returns `not_supported_by_processor` before anything is stored or sent.',
      'worker/proof/faults/capabilities.workerd.test.ts',
    ],
    [
      'Each capture is in one batch and in its totals, despite concurrent closing and crashes.',
      'worker/routes/batches/close.test.ts',
    ],
    [
      'A connection that is deleted or disabled at the moment of a payment no longer receives it, and no payment loses its connection. No routing rule names a deleted one.',
      'worker/routes/connections/races.test.ts',
    ],
    [
      'Reports about a dispute give the same result in any order, late or repeated. Each change of a dispute sends one event.',
      'worker/contract/disputes/disputeStages.test.ts',
      'worker/domain/disputes/record.test.ts',
    ],
    [
      'The test clock passes through all stages of a dispute, to each of its endings.',
      'worker/routes/disputes/courses.test.ts',
    ],
    [
      'Each processor passes the conformance tests of the interface, with what its capabilities claim and refuse. So do simulated ones that are like nine kinds of real processors.',
      'worker/processors/simulator/conformance.test.ts',
      'worker/proof/acquirer/memory.test.ts',
      'worker/proof/nmi/conformance.test.ts',
    ],
    [
      'After concurrent traffic over a whole account, with faults and kills, each acknowledged change is stored. Both ledgers agree, and each change has one event.',
      'worker/proof/soak/',
      'worker/proof/models/account/',
      'worker/proof/soak/run/kills.test.ts',
    ],
  ],
  Subscriptions: [
    [
      'A year in twelve time zones, across daylight-saving changes and a leap day, is billed on the days of an independent calculation.',
      'worker/domain/subscriptions/billing/calendar.test.ts',
      'worker/proof/models/billing/',
    ],
    [
      'Each period is charged once, even if a billing run crashes at any call, is repeated or overlaps another.',
      'worker/proof/models/billing/',
      'worker/proof/faults/',
      'worker/proof/soak/run/kills.test.ts',
    ],
    [
      'The random histories catch each bug of a list that is planted in the source: a regression list, no detection rate.',
      'worker/proof/mutants/',
    ],
    ['Drawn mutants of the code and of its SQL measure how many bugs the tests detect.', 'worker/proof/mutation/'],
    [
      'A restore at five moments of traffic, under the objects of webhooks and a terminal: no event of the restored database is lost, none is listed as delivered that was not, terminals continue, and both ledgers agree.',
      'worker/proof/restores/',
    ],
    [
      'After a restore of the database a terminal ends a payment that is gone, takes the next one, and needs no command.',
      'worker/terminals/session/restore.workerd.test.ts',
    ],
    [
      'A minute after a restore no isolate uses a card key that the database lost.',
      'worker/vault/cards/cardKeyring.test.ts',
    ],
  ],
  'Card data': [
    [
      'No script of the merchant’s page can read the card. Other origins cannot frame the form.',
      'e2e/card/isolation.spec.ts',
    ],
    [
      'No file and no log line contains a card number or a CVV, in any of a dozen encodings.',
      'e2e/gateway/cardLeaks.spec.ts',
    ],
    [
      'All that test runs leave behind is searched for cards, CVVs, keys and secrets: databases, objects, caches, traces, output. Planted leaks are found.',
      'worker/proof/leaks/requireNoLeaks.test.ts',
    ],
    [
      'An encrypted card is accepted in one form only. All others return the same error.',
      'worker/vault/cards/encryptedCards.test.ts',
    ],
    [
      'Payloads made by Google’s servers are accepted. With any byte of signature, key, message or tag changed they are rejected.',
      'worker/vault/walletPayloads/',
    ],
    [
      'A new root key wraps every record again while payments continue.',
      'worker/domain/accountKeys/rootKeyRotation.test.ts',
    ],
    [
      'No remaining key decrypts a deleted card. An erased customer is in no table.',
      'worker/store/accounts/destroyedKeys.test.ts',
      'worker/routes/customers/erase.test.ts',
    ],
  ],
  Connections: [
    [
      'Credentials of a connection are in no response, row, log line or error, even if a processor quotes them.',
      'worker/routes/connections/secrets.test.ts',
      'worker/proof/leaks/gateway.workerd.test.ts',
    ],
    [
      'No key of another account or mode can read, change, check, delete or route to a connection.',
      'worker/routes/connections/connections.test.ts',
      'worker/vault/connectionVault.test.ts',
    ],
    [
      'After a restore of the database a reconciliation records or reverses what was lost. Both ledgers agree, each order is charged at most once, and the second run finds nothing. If a shop continues first, what no longer fits its payment is listed for a manual decision.',
      'worker/proof/models/reconciliation/reconciliation.test.ts',
      'worker/routes/connections/reconcileRepair.test.ts',
    ],
    [
      'Each combination of states here and at the processor is compared by a table, and a repair never guesses.',
      'worker/domain/reconciliation/compare.test.ts',
      'worker/routes/connections/reconcile.test.ts',
    ],
    [
      'Payments over NMI move the amounts of both ledgers alike. A key of the wrong mode fails the check, and in test mode only NMI’s test cards leave the gateway.',
      'worker/routes/connections/nmi.test.ts',
      'e2e/gateway/nmiStandIn.spec.ts',
    ],
    [
      'A kill of the gateway during a request to NMI, before or after NMI records it, leaves both ledgers in agreement. No operation happens twice.',
      'worker/proof/soak/run/kills.test.ts',
      'worker/proof/soak/run/kills.long.test.ts',
    ],
    [
      'In live mode over NMI, card form, hosted and embedded checkout, terminal, subscription bill, bank debit, refund, return, dispute, settlement and reconciliation work together.',
      'worker/routes/connections/nmiLive.workerd.test.ts',
      'e2e/gateway/nmiLive.spec.ts',
    ],
    ['Another host is accepted only together with all stored credentials.', 'worker/domain/connections/update.test.ts'],
  ],
  'Card testing': [
    [
      'Of 500 stolen cards 95 % never reach the processor, and no honest shopper is declined. With 2,000 cards in the long ring.',
      'worker/testing/cardTesting/cardTesting.test.ts',
      'worker/testing/cardTesting/mixes.long.test.ts',
    ],
    [
      'Responses to publishable keys contain no detail of the address or the CVV.',
      'worker/routes/transactions/authorize/cardTesting.test.ts',
    ],
  ],
  'Requests and lists': [
    ['Each endpoint rejects invalid requests in its documented error format.', 'worker/http/endpoints.test.ts'],
    [
      'No valid or invalid request causes an internal error, and each response conforms to the contract.',
      'worker/proof/fuzz/fuzz.workerd.test.ts',
      'worker/proof/fuzz/fuzz.workerd.long.test.ts',
    ],
    [
      'A customer has one default payment method despite concurrent changes.',
      'worker/routes/customers/wallet/update.test.ts',
    ],
    [
      'Each linked page of 100,000 customers reads as many rows as the first one.',
      'worker/routes/customers/list.workerd.test.ts',
    ],
    [
      'Token, authorize and capture of a live payment write 14 rows beside its events, and its settlement two, each step an exact number.',
      'worker/routes/transactions/rowsWritten.workerd.test.ts',
    ],
    [
      'The sweep finds each operation and hold that has no entry in an index yet, even if clocks jump.',
      'worker/domain/transactions/recovery/scans.test.ts',
    ],
    [
      'A request reads as many rows among 1,000,000 payments with their events and keys as among 1,000.',
      'worker/routes/transactions/manyTransactions.long.test.ts',
    ],
    ['Each regular expression that ships runs in linear time.', 'e2e/gateway/linearRegexes.long.test.ts'],
  ],
  Webhooks: [
    [
      'Each change of a payment, a subscription and a customer creates exactly one event, despite failures, crashes and repetitions. `sequence` has no gaps.',
      'worker/proof/models/payments/',
      'worker/routes/transactions/transactionEvents.test.ts',
      'worker/routes/subscriptions/events.test.ts',
      'worker/routes/customers/events.test.ts',
    ],
    [
      'An event of a payment writes one row of the database, another event two. It keeps its content when its payment changes later; an erasure redacts it.',
      'worker/routes/events/cost.workerd.test.ts',
      'worker/routes/events/asTheyWere.test.ts',
      'worker/store/transactions/paymentSnapshot.test.ts',
      'worker/routes/customers/eraseEvents.test.ts',
    ],
    [
      'An event of each kind arrives at a receiver, and the public library verifies it.',
      'e2e/webhooks/eventTypes.spec.ts',
    ],
    [
      '`kill -9` between a change and its delivery neither loses nor invents an event.',
      'worker/proof/soak/run/kills.test.ts',
      'worker/proof/soak/run/kills.long.test.ts',
    ],
    [
      'A receiver that responds in time gets up to 50 deliveries at once, or as many as the merchant allows; one that fails gets fewer. First attempts of a resource arrive in the order of its events.',
      'worker/webhooks/endpoint/concurrency.test.ts',
      'worker/webhooks/delivery/concurrency.test.ts',
    ],
    [
      'A new event arrives within the first deliveries beside a backlog of 10,000 events, which stays in order for each resource. A read of the database costs the same, however long the backlog is.',
      'worker/webhooks/endpoint/backlog.test.ts',
      'worker/routes/events/cost.workerd.test.ts',
    ],
    [
      'A receiver that hangs, sends an endless body or redirects delays no other receiver.',
      'worker/webhooks/endpoint/hostileReceivers.test.ts',
    ],
    ['A receiver that is 300 events behind does not delay others.', 'e2e/webhooks/storm.spec.ts'],
    [
      'Failed deliveries are retried by the schedule with one id, fresh times and valid signatures. 410, or five days of failure, disables the webhook. Missed events can be replayed.',
      'worker/webhooks/endpoint/',
    ],
    [
      'A restored database is noticed by a webhook without a command: no later event is lost, and none is listed as delivered that was not.',
      'worker/webhooks/endpoint/restore.test.ts',
    ],
    [
      'After `kill -9` and a restore of the database file no event is lost or wrongly listed as delivered. A reconciliation makes both ledgers agree.',
      'worker/proof/soak/run/restore.test.ts',
      'worker/proof/soak/run/restore.long.test.ts',
    ],
    [
      'No URL, redirect or header of a webhook reaches a forbidden address, at its registration or later.',
      'e2e/webhooks/ssrf.spec.ts',
      'worker/http/publicUrl.test.ts',
      'worker/webhooks/delivery/attempt.test.ts',
    ],
    [
      'The demo’s inbox shows deliveries, forgeries and retries.',
      'demo/inbox/deliveries.test.ts',
      'demo/inbox/signatures.test.ts',
      'e2e/demo/inbox.spec.ts',
    ],
  ],
  Terminals: [
    [
      'One request waits while the shopper chooses a tip and signs. The terminal’s object may be evicted at each step.',
      'e2e/terminals/payment.spec.ts',
      'worker/terminals/session/crashRecovery.workerd.test.ts',
    ],
    [
      'A cancel concurrent with the card ends in a payment, or in a cancel without a call to the processor.',
      'worker/terminals/session/concurrency.workerd.test.ts',
    ],
    [
      'Pairing codes cannot be guessed. A stolen key, a replayed message or a second connection gets no data of others.',
      'worker/routes/terminals/pairingAttempts.workerd.test.ts',
      'worker/terminals/connection/login.workerd.test.ts',
      'worker/terminals/connection/compromisedDevice.workerd.test.ts',
    ],
    [
      'No storage of a terminal’s object and no log contains a card, at any step of a payment.',
      'worker/terminals/session/secretHandling.workerd.test.ts',
    ],
    [
      'A hundred terminals with twenty concurrent payments all end correctly. In the long ring it is a thousand with a hundred.',
      'e2e/terminals/concurrency.spec.ts',
      'e2e/terminals/thousandTerminals.long.test.ts',
    ],
    [
      'A heartbeat gets a response, also while a code is shown.',
      'worker/terminals/connection/heartbeat.workerd.test.ts',
    ],
    [
      'The on-screen terminal takes a payment by keyboard only. All its screens are accessible.',
      'e2e/demo/reader.spec.ts',
    ],
  ],
  'Card form': [
    ['The element behaves like a native form control.', 'e2e/card/form.spec.ts'],
    [
      'A shopper can pay by keyboard only. The form stays usable after a decline, and a double click pays once.',
      'e2e/demo/shop.spec.ts',
    ],
    [
      'Each label and sentence of each language fits on one line of a form that is 280 px wide. A language change keeps what was typed.',
      'widget/card-frame/languages.test.ts',
      'widget/locales/cardTexts.test.ts',
    ],
    [
      'The elements work when created, moved, adopted and removed, and leak nothing. In React too.',
      'widget/embed/lifecycle.test.ts',
      'e2e/card/react.spec.ts',
    ],
    ['Each layout, state, theme and language of the card form is on one accessible page.', 'e2e/demo/gallery.spec.ts'],
    [
      'The npm package installs on its own, its types compile on every platform, and it runs.',
      'widget/package.test.ts',
    ],
    ['Wrong attributes and events of the elements do not compile in Vue and Svelte.', 'widget/frameworks.test.ts'],
  ],
  Checkouts: [
    [
      'A checkout is charged once, despite several windows, clicks, reloads, lost responses, sweeps and faults.',
      'worker/proof/models/checkouts/',
      'e2e/checkout/singleCharge.spec.ts',
    ],
    [
      'A checkout with choices charges the price that the shopper saw, or nothing.',
      'worker/proof/models/checkouts/',
      'worker/routes/checkouts/order/order.test.ts',
    ],
    [
      'The consequences of a payment are recorded completely or not at all, once.',
      'worker/routes/checkouts/completion/recovery.test.ts',
    ],
    [
      'Each member of a checkout’s request and of its appearance has its documented effect.',
      'e2e/checkout/requestMembers.spec.ts',
      'e2e/checkout/appearance.spec.ts',
    ],
    [
      'Attack strings in any text, colour or address of a checkout cause no other page, dialog, request or report.',
      'e2e/checkout/attacks.spec.ts',
      'e2e/checkout/accountSettings.spec.ts',
    ],
    [
      'With 200 items, 19 digits, right to left and amounts of every size nothing is cut, covered or off the page. The keyboard is enough.',
      'e2e/checkout/layout.spec.ts',
      'e2e/checkout/keyboard.spec.ts',
      'e2e/webkit/checkout.spec.ts',
    ],
    ['Text in derived colours is readable on every background.', 'worker/contract/theme/checkoutTheme.test.ts'],
    ['The studio edits each member of an appearance and shows the checkout that results.', 'e2e/demo/studio.spec.ts'],
    [
      'The demo shop checks a payment at the gateway and not by the return URL. The receipt arrives as HTML and text.',
      'demo/shop/server.test.ts',
      'e2e/checkout/paymentLink.spec.ts',
    ],
  ],
  Console: [
    [
      'No operation accepts the cookie of a session from a page of another origin, after twelve hours or an hour without a request, or without the fresh passkey that it needs.',
      'worker/routes/console/forgery.test.ts',
      'e2e/console/otherOrigins.spec.ts',
    ],
    [
      'No route and no file of the payment host is served by the console’s host, and none of the console by the payment host.',
      'worker/routes/console/hosts.test.ts',
      'e2e/console/otherOrigins.spec.ts',
    ],
    ['Each role may call the operations of a table, and no other.', 'worker/routes/team/roleMatrix.test.ts'],
    [
      'Hostile texts in every text of the API that is stored stay text on every screen, and run as no formula in exports.',
      'e2e/console/attacks.spec.ts',
    ],
    [
      'No page, request, response, log line or export has a secret of a card, key, webhook, session or invitation, except where it is shown once.',
      'e2e/console/leaks.spec.ts',
    ],
    [
      'Every list and figure that the screens request reads the same rows, in the same round trips, among 1,000,000 payments as among 10,000, in the long run.',
      'e2e/console/scale.spec.ts',
    ],
    [
      'Every screen is reached by links and works in three engines.',
      'e2e/console/screens.spec.ts',
      'e2e/webkit/console.spec.ts',
    ],
    [
      'The eight most frequent tasks of a shop’s owner can be done by keyboard alone and on a phone.',
      'e2e/console/eightTasks.spec.ts',
    ],
  ],
  'Payment pages': [
    [
      'Each page of the worker has a policy without findings of csp_evaluator. A new page without one fails the test.',
      'worker/routes/htmlPages.test.ts',
    ],
    [
      'A script injected into a payment page can write no HTML and no script and call no other host. Each change in transit is reported by name.',
      'e2e/gateway/pageIntegrity.spec.ts',
      'worker/cli/pagesCheck/html.test.ts',
      'worker/cli/pagesCheck/headers.test.ts',
    ],
  ],
  'Code and documentation': [
    ['Folders import only what the boundaries allow.', 'worker/boundaries.test.ts'],
    ['Shipped files stay within their sizes.', 'worker/cli/verify/sizes/budgets.test.ts'],
    [
      'The API description and the client are those of the contract.',
      'worker/cli/contract/openapi/document.test.ts',
      'worker/cli/contract/client/generatedFiles.test.ts',
    ],
    [
      'The tables of the documentation are those of the code. Files that it names exist.',
      'worker/cli/docs/printed/printed.test.ts',
      'worker/cli/docs/namedFiles.test.ts',
    ],
    [
      'Each printed request, sent to a gateway, gets the recorded response.',
      'worker/proof/examples/exampleGateway.test.ts',
      'worker/proof/examples/printedSamples.test.ts',
      'worker/proof/examples/printedSamples.ci.test.ts',
    ],
    [
      'The clients of three generators compile strictly and take a payment.',
      'worker/proof/generators/generatedClients.test.ts',
    ],
    [
      'Every code sample of the documentation runs.',
      'e2e/docs/samples/samples.spec.ts',
      'e2e/docs/samples/coverage.test.ts',
    ],
    ['Every link of the documentation leads to a file and a heading.', 'worker/cli/docs/links.test.ts'],
    ['Sentences have at most 20 words on average, on every page.', 'worker/cli/docs/prose.test.ts'],
    [
      'The messages of the device protocol’s example are valid, and its proof is right.',
      'worker/cli/docs/printed/deviceProtocol.test.ts',
    ],
  ],
}
