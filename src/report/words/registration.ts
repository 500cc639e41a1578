import type { PairTable } from './pairs.ts'

/** Cover and registration. */
export const registration = {
  cover: {
    uscc: ['统一社会信用代码', 'Unified social credit code'],
    usccInvalid: ['（校验码不符）', ' (check character is wrong)'],
    enterpriseId: ['企业 ID', 'Enterprise id'],
    status: ['登记状态', 'Status'],
    asOf: ['数据截止时间', 'Data as of'],
    run: ['留档编号', 'Record number (run)'],
    purpose: ['用途', 'Purpose'],
    job: ['任务', 'Job'],
    given: ['原文件导入名称', 'Name as imported'],
    made: ['生成时间', 'Made at'],
    version: ['生成软件', 'Made by'],
    noPurpose: ['未填写', 'not given'],
  },
  registration: {
    title: ['登记信息', 'Registration'],
    fields: {
      name: ['企业名称', 'Name'],
      uscc: ['统一社会信用代码', 'Unified social credit code'],
      status: ['登记状态', 'Status'],
      legal_representative: ['法定代表人', 'Legal representative'],
      registered_capital: ['注册资本', 'Registered capital'],
      enterprise_type: ['企业类型', 'Type'],
      industry: ['行业', 'Industry'],
      established: ['成立日期', 'Established'],
      operating_term: ['营业期限', 'Term of operation'],
      approved_on: ['核准日期', 'Approved'],
      registration_authority: ['登记机关', 'Registration authority'],
      registration_number: ['工商注册号', 'Registration number'],
      address: ['注册地址', 'Address'],
      business_scope: ['经营范围', 'Scope of business'],
    },
  },
  registers: {
    names: {
      title: ['名称沿革', 'Names'],
      head: [
        ['名称', '种类', '来源字段'],
        ['Name', 'Kind', 'Source'],
      ],
    },
    shareholders: {
      title: ['股东', 'Shareholders'],
      head: [
        ['股东', '类型', '认缴出资', '实缴出资', '出资比例', '参股日期'],
        ['Shareholder', 'Kind', 'Subscribed', 'Paid in', 'Share', 'Since'],
      ],
    },
    members: {
      title: ['主要人员', 'Members'],
      head: [
        ['姓名', '职务'],
        ['Name', 'Position'],
      ],
    },
    changes: {
      title: ['工商变更', 'Changes of registration'],
      head: [
        ['日期', '变更项', '变更前', '变更后'],
        ['Date', 'Item', 'Before', 'After'],
      ],
    },
    investments: {
      title: ['对外投资', 'Investments'],
      head: [
        ['被投资企业', '统一社会信用代码', '认缴出资', '出资比例', '状态'],
        ['Enterprise', 'Unified social credit code', 'Subscribed', 'Share', 'Status'],
      ],
    },
    branches: {
      title: ['分支机构', 'Branches'],
      head: [
        ['名称', '统一社会信用代码', '负责人', '状态'],
        ['Name', 'Unified social credit code', 'Head', 'Status'],
      ],
    },
    trademarks: {
      title: ['商标', 'Trademarks'],
      head: [
        ['名称', '状态', '申请日期', '到期日期'],
        ['Name', 'Status', 'Applied', 'Ends'],
      ],
    },
    patents: {
      title: ['专利', 'Patents'],
      head: [
        ['名称', '申请号', '公布号', '公布日'],
        ['Name', 'Application', 'Publication', 'Published'],
      ],
    },
    software: {
      title: ['软件著作权', 'Software copyrights'],
      head: [
        ['全称', '版本', '登记号', '批准日期'],
        ['Name', 'Version', 'Registration', 'Approved'],
      ],
    },
    works: {
      title: ['作品著作权', 'Copyrights in works'],
      head: [
        ['作品', '类别', '登记号', '登记日期'],
        ['Work', 'Kind', 'Registration', 'Registered'],
      ],
    },
    otherIp: {
      title: ['其他知识产权', 'Other intellectual property'],
      head: [
        ['名称', '原始记录'],
        ['Name', 'Record as given'],
      ],
    },
    risks: {
      title: ['风险条目（登记信息所载）', 'Risk entries of the registration'],
      head: [
        ['类型', '案号', '法院或机关', '立案时间', '标的', '状态与内容'],
        ['Kind', 'Case number', 'Court or authority', 'Filed', 'Sum at stake', 'Status and text'],
      ],
    },
  },
} satisfies PairTable
