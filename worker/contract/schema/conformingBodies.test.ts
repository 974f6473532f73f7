import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { bodyParts, withBody } from '../bodyMembers.fixtures.ts'
import { endpoints } from '../endpoints.ts'
import type { Endpoint } from '../endpoint.ts'
import { bodyWith, errorsIn, json } from '../requestBodies.fixtures.ts'

/** Clients that conform to the interface send its members, null for absent ones, and resources as they read them. */

const words = (text: string) => text.split(' ')
const under = (parent: string, names: string) => words(names).map((name) => `${parent}.${name}`)

const address = 'name line1 line2 city state postalCode country'

const paymentMembers = words('token cash creditCardEncrypted method').concat(
  under('stored', 'customer wallet initiatedBy initial installment initialTransactionId'),
  under('terminal', 'id externalIdentifier promptTip tipAmounts promptCvv promptPostalCode'),
  under('terminal', 'promptAmountConfirmation promptSignature keyCard'),
  under('creditCard', 'accountNumber expires nameOnCard verificationValue postalCode transactionId'),
  under('check', 'accountNumber routingNumber name checkNumber accountType'),
  under('check.verification', 'dob ssn driversLicense.number driversLicense.state'),
  under('digitalPayPayment', 'signature protocolVersion signedMessage postalCode nameOnCard'),
  under('digitalPayPayment.intermediateSigningKey', 'signedKey signatures'),
)

const orderMembers = words('id customerId customerPublicIdentifier referenceObject referenceObjectId').concat(
  words('discount surcharge shipping tip tax total email date metadata.any'),
  under('billTo', address),
  under('shipTo', address),
  under('lines[0]', 'productCode description commodityCode unitOfMeasure taxType alternateTaxId'),
  under('lines[0]', 'unitCost quantity total tax taxRate discount discountRate'),
)

const authorizeMembers = words('amount.value amount.currency initiatedByUserId referenceTransactionId').concat(
  under('payment', paymentMembers.join(' ')),
  under('order', orderMembers.join(' ')),
)

const appearance =
  'invoiceBackgroundColor invoiceButtonBackgroundColor invoiceTextColor invoiceAccentColor invoiceBorderColor invoiceButtonTextColor formBackgroundColor formTextColor formAccentColor formBorderColor formButtonBackgroundColor formButtonTextColor alertColor inputVariant inputColor successColor mobileBackgroundColor invoiceMobileBackgroundColor invoiceIconTheme invoiceMobileTextColor mobileTextColor mobileButtonBackgroundColor mobileButtonTextColor mobileIconTheme formIconTheme formInputTextColor formInputBackgroundColor mobileInputTextColor mobileInputBackgroundColor mobileInputBorderColor mobileAccentColor formTitleColor formLabelColor mobileTitleColor mobileLabelColor tabBackgroundSelected tabBackgroundDefault'

/** The members of each request of the interface. */
const interfaceMembers: Readonly<Record<string, readonly string[]>> = {
  authorizeTransaction: authorizeMembers,
  captureTransaction: words('transactionId amount initiatedByUserId referenceTransactionId'),
  voidTransaction: words('transactionId initiatedByUserId referenceTransactionId'),
  creditTransaction: authorizeMembers,
  updateWalletEntry: ['default'],
  updateCustomerSubscription: under('amount', 'total tax surcharge subtotal'),
  createTerminal: words('registrationCode nickname deviceId').concat(
    under('configuration', 'promptTip promptCvv promptPostalCode promptAmountConfirmation promptSignature'),
    under('configuration', 'keyCard tipAmounts'),
  ),
  createCheckout: words('total iframe oneTimePayment tax surcharge discount subtotal collectShipping').concat(
    words('sendReceipt thankYouUrl submitButtonText allowAch customerDefinedField.any'),
    under('items[0]', 'name price quantity description'),
    under('customerInfo', 'name email address address2 city state zip country id'),
    under('invoiceInfo', 'number invoiceDate dueDate'),
    under('subscription', 'billingDate label'),
    under('appearance', appearance),
  ),
  createWebhook: words('url enabled subscribedEvents headers.any'),
}

const unknownIn = (endpoint: Endpoint, body: unknown) =>
  errorsIn(endpoint, json(body)).flatMap(({ type, field }) => (type === 'unknown_member' ? [field] : []))

type Entries = Readonly<Record<string, v.GenericSchema>>
type Node = { readonly entries?: Entries; readonly wrapped?: Node; readonly item?: Node; readonly type: string }

/** The object that a response returns alone or in a list, beside the envelope. */
const resourceIn = (node: Node): Entries | undefined =>
  node.wrapped === undefined
    ? node.item === undefined
      ? node.entries
      : resourceIn(node.item)
    : resourceIn(node.wrapped)

/** The resource that a client can read and send back to an endpoint: that of the GET at its path, or at the path of the list. */
const resourceOf = ({ path }: Endpoint): Entries | undefined => {
  const read = [path, path.replace(/\/\{\w+\}$/, '')]
    .map((place) => endpoints.find((endpoint) => endpoint.method === 'GET' && endpoint.path === place))
    .find((endpoint) => endpoint !== undefined)
  const members = (read?.response as Node | undefined)?.entries ?? {}
  return Object.entries(members)
    .filter(([name]) => name !== 'requestId' && name !== 'errors')
    .map(([, member]) => resourceIn(member as Node))
    .findLast((entries) => entries !== undefined)
}

/** Endpoints that change a resource, and those that create one from the copy of another. */
const copyingEndpoints = ['createCustomer', 'createSubscription', 'createWebhook']
const takingResources = withBody.filter(({ method, name }) => method === 'PUT' || copyingEndpoints.includes(name))

describe('requests of clients that conform to the interface', () => {
  test('every request of the interface is in the table of its members', () => {
    const documented = withBody.filter(({ extension }) => extension !== true).map(({ name }) => name)
    expect(Object.keys(interfaceMembers).toSorted()).toEqual(documented.toSorted())
  })

  test.each(Object.entries(interfaceMembers))('%s accepts each member of the interface', (operation, members) => {
    const endpoint = withBody.find(({ name }) => name === operation)!
    for (const path of members)
      for (const value of ['1', null]) expect(unknownIn(endpoint, bodyWith(operation, path, value)), path).toEqual([])
  })

  test.each(withBody)('$name accepts null for each of its members', (endpoint) => {
    for (const { path } of bodyParts.filter(({ operation, path }) => operation === endpoint.name && path !== ''))
      expect(unknownIn(endpoint, bodyWith(endpoint.name, path, null)), path).toEqual([])
  })

  test('resources of every kind can be sent back', () => {
    expect(takingResources.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'updateCustomer',
        'updateWalletEntry',
        'updateWebhook',
        'updateAccount',
        ...copyingEndpoints,
      ]),
    )
  })

  test.each(takingResources)('$name accepts each member of the resource that it changes, as it is read', (endpoint) => {
    const resource = Object.keys(resourceOf(endpoint) ?? {})
    expect(resource.length).toBeGreaterThan(3)
    for (const name of resource)
      expect(unknownIn(endpoint, bodyWith(endpoint.name, name, { any: [1, 'x', null] })), name).not.toContain(name)
  })
})
