import type { MemberTexts } from '../schema/memberTexts.ts'

const one = { connection: 'The connection.' }

/** Texts of connections and processors. */
export const connectionTexts: MemberTexts = {
  Connection: {
    id: 'Id of the connection. The built-in simulator has the id `simulator`.',
    processor: 'Name of the processor, as in the list of processors.',
    title: 'Title of the processor.',
    mode: 'Mode of the connection. Keys of the other mode cannot see it.',
    label: 'Your own name for the connection.',
    settings: 'Settings that are not secret, by name. Null: not set.',
    secretNames: 'Names of the secret settings that are stored. Their values are never returned.',
    status:
      '`untested`: the processor has not been reached with these settings yet. `ok`: the last call succeeded. `failing`: the last call failed. `disabled`: no rule chooses it.',
    disabled: 'Whether new payments skip the connection.',
    lastSuccess:
      'Time when the processor last responded, to the minute, RFC 3339 in UTC. Null if it has not since the settings changed.',
    lastFailure:
      'Time when the processor last could not be reached or rejected the credentials, to the minute, RFC 3339 in UTC. Null if that has not happened since the settings changed.',
    capabilities:
      'What the processor can do with these settings. Null if this gateway no longer supports the processor.',
    notificationsUrl:
      'Where the processor sends its messages: outcomes of pending operations, disputes and returns. Enter it in the processor’s settings. Null if the processor sends none.',
    'capabilities.captures': 'How many captures a payment can have. With `one` the capture releases the rest.',
    'capabilities.voidsOneCapture': 'Whether one capture of several can be voided.',
    'capabilities.givesBackRest': 'Whether the rest of a hold can be released while its captures are kept.',
    'capabilities.repeats': 'Whether a repeated operation has no second effect (`byKey`).',
    'capabilities.finds': 'By which reference the gateway looks operations up.',
    'capabilities.reverses': 'By which reference the gateway reverses an authorization with an unknown outcome.',
    'capabilities.visibleAfterMs': 'Milliseconds after sending until a look-up finds every operation.',
    'capabilities.answersLater': 'Whether captures and credits are `pending` first.',
    'capabilities.creditsUnsettled':
      'Whether a payment can be refunded before its captures have settled. Otherwise void it, or wait for its settlement.',
    'capabilities.unreferencedCredit': 'Whether money can be paid out without an original payment.',
    'capabilities.partialApproval': 'Whether a payment can be approved for less than requested.',
    'capabilities.verification': 'Whether an authorization of 0 verifies a card.',
    'capabilities.methods': 'Payment methods of the processor.',
    'capabilities.currencies': 'ISO 4217 numbers. Null means all currencies.',
    'capabilities.networkTokens': 'Whether a card can be a network token.',
    'capabilities.threeDSecure': 'Whether a payment can carry the result of a 3-D Secure authentication.',
    'capabilities.namesInitialBy':
      'How a charge without the shopper refers to the first payment of its series. `networkId`: by the card network’s id. `theirs`: by the processor’s own reference, so the first payment must have used the same connection. `either`: by either of them.',
    'capabilities.holdMs': "How long a hold lasts, in milliseconds. Null: the card networks' periods apply.",
    'capabilities.settles':
      'Who settles captures and credits: the gateway at the end of the day (`byGateway`), or the processor, whose report the gateway reads (`byReport`).',
    created: 'Time when the connection was added, RFC 3339 in UTC. Null for the built-in simulator.',
    updated: 'Time of the latest change, RFC 3339 in UTC. Null for the built-in simulator.',
  },
  CreateConnectionRequest: {
    processor: 'Name of the processor, as in the list of processors.',
    label: 'Your own name for the connection.',
    settings:
      'Settings by name, as the list of processors describes them. An unknown name returns 400 `unknown_member`, a missing one 400 `required`, both with the path `settings.<name>`.',
  },
  UpdateConnectionRequest: {
    $as: 'Connection',
    label: 'Your own name for the connection. Absent keeps it.',
    settings: 'Settings to change, by name, secret ones included. Absent ones keep their values. Null resets one.',
    disabled: 'Whether new payments skip the connection. Absent keeps it.',
  },
  listConnections: { connections: 'All connections in the mode of the key, oldest first.' },
  createConnection: one,
  getConnection: one,
  updateConnection: one,
  checkConnection: {
    ...one,
    check: 'The result of the check.',
    'check.result': '`ok`: the processor accepts the credentials.',
    'check.reason':
      '`credentials`: the processor rejects them. `mode`: they belong to the other mode. `unreachable`: the processor did not respond. Null on success.',
    'check.text': 'The reason in English. Null on success.',
  },
  ReconcileConnectionRequest: {
    from: 'Start of the period, RFC 3339. Operations that the processor created at this time or later are compared.',
    to: 'End of the period, RFC 3339. Operations of this time or later are not compared.',
    repair: 'Whether to repair what can be repaired without guessing. Absent or false only compares.',
    cursor: '`cursor` of the response before. Absent for the first page.',
  },
  reconcileConnection: {
    reconciliation: 'One page of the comparison.',
    'reconciliation.from': 'Start of the period, RFC 3339 in UTC.',
    'reconciliation.to':
      'End of what was compared, RFC 3339 in UTC: earlier than requested if the processor may not show later operations yet.',
    'reconciliation.compared': 'Number of operations that this page compared.',
    'reconciliation.differences': 'What differs. With `repair` only what is left.',
    'reconciliation.differences.kind':
      '`missing_here`: only the processor has the operation. `missing_there`: only the gateway has it. `state`, `amount`: both have it, and differ. `foreign`: it was not made through the gateway.',
    'reconciliation.differences.repair':
      '`record`, `reverse`: what `repair` does about it. After a repair: what the next one tries again. `none`: requires a manual decision.',
    'reconciliation.differences.transactionId':
      'Id of the operation. Null for one that was not made through the gateway, and for a missing one of which the processor keeps no reference.',
    'reconciliation.differences.originalTransactionId': 'Id of its payment. Null if the gateway does not know it.',
    'reconciliation.differences.type': 'Type of the operation.',
    'reconciliation.differences.currency': 'ISO 4217 number.',
    'reconciliation.differences.gateway': 'The operation as the gateway has it. Null if it does not.',
    'reconciliation.differences.gateway.status': 'State of the operation here.',
    'reconciliation.differences.gateway.amount': 'Amount here.',
    'reconciliation.differences.gateway.created': 'Time when the gateway created it, RFC 3339 in UTC.',
    'reconciliation.differences.processor': 'The operation as the processor has it. Null if it does not.',
    'reconciliation.differences.processor.reference': "The processor's reference.",
    'reconciliation.differences.processor.status':
      'State at the processor: `pending`, `approved`, `declined`, `voided`, `reversed`, `settled` or `returned`.',
    'reconciliation.differences.processor.amount': 'Amount at the processor.',
    'reconciliation.differences.processor.created': 'Time when the processor created it, RFC 3339 in UTC.',
    'reconciliation.repairs': 'What this page repaired. Empty without `repair`.',
    'reconciliation.repairs.result':
      '`recorded`: the operation is approved or declined here, as it is at the processor. `reversed`: the processor has undone the payment. `reversing`: it has not acknowledged that yet; the gateway repeats it.',
    'reconciliation.repairs.transactionId': 'Id of the operation.',
    'reconciliation.repairs.originalTransactionId': 'Id of its payment.',
    'reconciliation.repairs.type': 'Type of the operation.',
    'reconciliation.repairs.currency': 'ISO 4217 number.',
    'reconciliation.repairs.amount': 'Amount of the operation.',
    'reconciliation.repairs.reference': "The processor's reference.",
    'reconciliation.cursor': 'Send it for the next page. Null: the comparison is complete.',
  },
  listProcessors: {
    processors: 'All processors, ordered by name.',
    'processors.name': 'Name of the processor, for `processor` of a new connection.',
    'processors.title': 'Title of the processor.',
    'processors.modes': 'Modes in which a connection can be added.',
    'processors.settings': 'Settings of a connection, in the order of a form.',
    'processors.settings.name': 'Name of the setting.',
    'processors.settings.title': 'Label of the input.',
    'processors.settings.help': 'Text below the input.',
    'processors.settings.kind':
      'Type of the setting. `secret` is text that is never returned. `currencies` are ISO 4217 numbers and `methods` payment methods; null means all.',
    'processors.settings.required': 'Whether a connection needs the setting.',
    'processors.settings.choices': 'Values of a `choice`. Null for other kinds.',
    'processors.settings.default': 'Value if the setting is absent. Null: none.',
    'processors.testCards':
      'Number of test cards that the processor documents. In test mode only these are sent to it. Null: no card leaves the gateway.',
  },
}
