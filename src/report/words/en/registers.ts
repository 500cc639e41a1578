import type { Words } from '../words.ts'

/** Cover and registration, in English. */
export const registers: Pick<Words, 'cover' | 'registration' | 'registers'> = {
  cover: {
    uscc: 'Unified social credit code',
    usccInvalid: ' (check character is wrong)',
    enterpriseId: 'Enterprise id',
    status: 'Status',
    asOf: 'Data as of',
    run: 'Record number (run)',
    purpose: 'Purpose',
    job: 'Job',
    given: 'Name as imported',
    made: 'Made at',
    version: 'Made by',
    noPurpose: 'not given',
  },
  registration: {
    title: 'Registration',
    fields: {
      name: 'Name',
      uscc: 'Unified social credit code',
      status: 'Status',
      legal_representative: 'Legal representative',
      registered_capital: 'Registered capital',
      enterprise_type: 'Type',
      industry: 'Industry',
      established: 'Established',
      operating_term: 'Term of operation',
      approved_on: 'Approved',
      registration_authority: 'Registration authority',
      registration_number: 'Registration number',
      address: 'Address',
      business_scope: 'Scope of business',
    },
  },
  registers: {
    names: { title: 'Names', head: ['Name', 'Kind', 'Source'] },
    shareholders: {
      title: 'Shareholders',
      head: ['Shareholder', 'Kind', 'Subscribed', 'Paid in', 'Share', 'Since'],
    },
    members: { title: 'Members', head: ['Name', 'Position'] },
    changes: { title: 'Changes of registration', head: ['Date', 'Item', 'Before', 'After'] },
    investments: {
      title: 'Investments',
      head: ['Enterprise', 'Unified social credit code', 'Subscribed', 'Share', 'Status'],
    },
    branches: { title: 'Branches', head: ['Name', 'Unified social credit code', 'Head', 'Status'] },
    trademarks: { title: 'Trademarks', head: ['Name', 'Status', 'Applied', 'Ends'] },
    patents: { title: 'Patents', head: ['Name', 'Application', 'Publication', 'Published'] },
    software: { title: 'Software copyrights', head: ['Name', 'Version', 'Registration', 'Approved'] },
    works: { title: 'Copyrights in works', head: ['Work', 'Kind', 'Registration', 'Registered'] },
    otherIp: { title: 'Other intellectual property', head: ['Name', 'Record as given'] },
    risks: {
      title: 'Risk entries of the registration',
      head: ['Kind', 'Case number', 'Court or authority', 'Filed', 'Sum at stake', 'Status and text'],
    },
  },
}
