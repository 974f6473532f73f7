import type { MemberTexts } from '../schema/memberTexts.ts'

const figure = 'in currency units with any sign. Not checked against other figures.'
const lineFigure = (what: string) => `${what} with any sign. Not checked against other figures.`
const orNone = (text: string) => `${text} Null means none.`

const address = {
  name: 'Name of the person or company.',
  line1: 'Street and number. The address verification uses that of `billTo`.',
  line2: 'Apartment, floor or building.',
  city: 'City or town.',
  state: 'State or province, such as `IN`.',
  postalCode: 'Postal code.',
  country: 'Country, ISO 3166-1: 2 letters, or 3. An empty string means unknown.',
}

/** Texts of orders and addresses. */
export const orderTexts: MemberTexts = {
  Order: {
    id: 'Set by the gateway.',
    customerId: 'Set by the gateway.',
    customerPublicIdentifier: orNone('Your own id for the customer. Lists can be filtered by it.'),
    referenceObject: orNone('The kind of record in your system that is paid for, such as `Invoice`.'),
    referenceObjectId: orNone('Id of that record. Lists can be filtered by both as `Invoice:42`.'),
    billTo: 'Billing address. Its street and postal code are used for the address verification.',
    shipTo: 'Shipping address.',
    discount: orNone(`Discount, ${figure}`),
    surcharge: orNone(`Surcharge, ${figure}`),
    shipping: orNone(`Cost of shipping, ${figure}`),
    tip: orNone(`Tip, ${figure}`),
    tax: orNone(`Tax, ${figure}`),
    total: orNone(`Total, ${figure} The charged amount is that of \`amount\`.`),
    email: orNone('Email address of the shopper; an empty string means none.'),
    date: 'Date and time of the order, RFC 3339. Stored and returned, not interpreted. Null means none.',
    lines: orNone('Lines of the order, at most 500.'),
    metadata: orNone('Your own data: up to 50 keys of 1 to 40 characters, with values of up to 500 characters.'),
  },
  Line: {
    productCode: 'Your code for the product.',
    description: 'Name of the product.',
    commodityCode: 'Code of the kind of goods, as customs and tax offices use it.',
    unitOfMeasure: 'Unit of `quantity`, such as `EA`.',
    taxType: 'Kind of tax, such as `VAT`. Stored and returned, not interpreted.',
    alternateTaxId: 'Tax id of the seller for this line, if it differs.',
    unitCost: lineFigure('Price of one unit in currency units'),
    quantity: lineFigure('Number of units'),
    total: lineFigure('Total of the line in currency units'),
    tax: lineFigure('Tax of the line in currency units'),
    taxRate: lineFigure('Rate of the tax, in the unit that you choose, such as percent,'),
    discount: lineFigure('Discount of the line in currency units'),
    discountRate: lineFigure('Rate of the discount, in the unit that you choose, such as percent,'),
  },
  Address: address,
  StoredAddress: {
    ...Object.fromEntries(Object.entries(address).map(([name, text]) => [name, `${text} Empty if unknown.`])),
    line1: 'Street and number. Empty if unknown.',
    country: 'Country, ISO 3166-1: 2 letters, or 3. Empty if unknown.',
  },
}
