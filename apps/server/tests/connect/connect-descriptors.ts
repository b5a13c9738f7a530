import { createFileRegistry, type DescService, fromJson } from "@bufbuild/protobuf";
import {
  file_google_protobuf_descriptor,
  file_google_protobuf_empty,
  file_google_protobuf_field_mask,
  file_google_protobuf_timestamp,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
} from "@bufbuild/protobuf/wkt";
import { create } from "@bufbuild/protobuf";

// Descriptors of memos' services as in a generated client. They are written from the published names, types
// and numbers of the fields, and cover only the methods that the tests call.

const wellKnown: Readonly<Record<string, string>> = {
  Timestamp: ".google.protobuf.Timestamp",
  FieldMask: ".google.protobuf.FieldMask",
  Empty: ".google.protobuf.Empty",
};
const scalars = ["string", "bool", "int32", "int64", "double", "bytes"];
const enums = ["State", "Visibility", "Role"];

/** `repeated Attachment attachments = 12; …` */
function fields(text: string, packageName: string) {
  return text
    .split(";")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const match = /^(repeated )?(\w+) (\w+) = (\d+)$/.exec(line);
      if (match === null) throw new Error(`no field: ${line}`);
      const [, repeated, type = "", name = "", number] = match;
      const isScalar = scalars.includes(type);
      const kind = isScalar ? type : enums.includes(type) ? "enum" : "message";
      return {
        name,
        number: Number(number),
        label: repeated === undefined ? "LABEL_OPTIONAL" : "LABEL_REPEATED",
        type: `TYPE_${kind.toUpperCase()}`,
        jsonName: name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
        ...(!isScalar && { typeName: wellKnown[type] ?? `.${packageName}.${type}` }),
      };
    });
}

function file(
  packageName: string,
  messages: Readonly<Record<string, string>>,
  rest: object = {},
): FileDescriptorProto {
  return fromJson(FileDescriptorProtoSchema, {
    name: `${packageName}.proto`,
    package: packageName,
    syntax: "proto3",
    dependency: ["timestamp", "field_mask", "empty"].map((name) => `google/protobuf/${name}.proto`),
    messageType: Object.entries(messages).map(([name, text]) => ({
      name,
      field: fields(text, packageName),
    })),
    ...rest,
  });
}

const enumType = (name: string, values: Readonly<Record<string, number>>) => ({
  name,
  value: Object.entries(values).map(([value, number]) => ({ name: value, number })),
});

const memoMessages = {
  Memo: `string name = 1; State state = 2; string creator = 3; Timestamp create_time = 4;
    Timestamp update_time = 5; string content = 7; Visibility visibility = 9;
    repeated string tags = 10; bool pinned = 11; repeated Attachment attachments = 12;
    repeated MemoRelation relations = 13; repeated Reaction reactions = 14; Property property = 15;
    string parent = 16; string snippet = 17; Location location = 18`,
  Property: `bool has_link = 1; bool has_task_list = 2; bool has_code = 3;
    bool has_incomplete_tasks = 4; string title = 5`,
  Location: "string placeholder = 1; double latitude = 2; double longitude = 3",
  Attachment: `string name = 1; Timestamp create_time = 2; string filename = 3; bytes content = 4;
    string external_link = 5; string type = 6; int64 size = 7; string memo = 8`,
  MemoReference: "string name = 1; string snippet = 2",
  MemoRelation: "MemoReference memo = 1; MemoReference related_memo = 2",
  Reaction: `string name = 1; string creator = 2; string content_id = 3; string reaction_type = 4;
    Timestamp create_time = 5`,
  CreateMemoRequest: "Memo memo = 1; string memo_id = 2",
  GetMemoRequest: "string name = 1",
  UpdateMemoRequest: "Memo memo = 1; FieldMask update_mask = 2",
  DeleteMemoRequest: "string name = 1; bool force = 2",
  ListMemosRequest: `int32 page_size = 1; string page_token = 2; State state = 3;
    string order_by = 4; string filter = 5; bool show_deleted = 6`,
  ListMemosResponse: "repeated Memo memos = 1; string next_page_token = 2",
  UpsertMemoReactionRequest: "string name = 1; Reaction reaction = 2",
  CreateAttachmentRequest: "Attachment attachment = 1; string attachment_id = 2",
  SetMemoAttachmentsRequest: "string name = 1; repeated Attachment attachments = 2",
  User: `string name = 1; Role role = 2; string username = 3; string email = 4;
    string display_name = 5; string avatar_url = 6; string description = 7; State state = 9;
    Timestamp create_time = 10; Timestamp update_time = 11`,
  PasswordCredentials: "string username = 1; string password = 2",
  SignInRequest: "PasswordCredentials password_credentials = 1",
  SignInResponse: "User user = 1; string access_token = 2; Timestamp access_token_expires_at = 3",
  GetCurrentUserRequest: "",
  GetCurrentUserResponse: "User user = 1",
  GetInstanceProfileRequest: "",
  InstanceProfile: "string version = 2; bool demo = 3; string instance_url = 6; User admin = 7",
};

const methods: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  MemoService: {
    CreateMemo: "Memo",
    GetMemo: "Memo",
    UpdateMemo: "Memo",
    DeleteMemo: "Empty",
    ListMemos: "ListMemosResponse",
    UpsertMemoReaction: "Reaction",
    SetMemoAttachments: "Empty",
  },
  AttachmentService: { CreateAttachment: "Attachment" },
  AuthService: { SignIn: "SignInResponse", GetCurrentUser: "GetCurrentUserResponse" },
  InstanceService: { GetInstanceProfile: "InstanceProfile" },
};

const api = "memos.api.v1";

const registry = createFileRegistry(
  create(FileDescriptorSetSchema, {
    file: [
      file_google_protobuf_descriptor.proto,
      file_google_protobuf_timestamp.proto,
      file_google_protobuf_field_mask.proto,
      file_google_protobuf_empty.proto,
      file("google.rpc", {
        FieldViolation: "string field = 1; string description = 2",
        BadRequest: "repeated FieldViolation field_violations = 1",
        ErrorInfo: "string reason = 1; string domain = 2",
      }),
      file(api, memoMessages, {
        enumType: [
          enumType("State", { STATE_UNSPECIFIED: 0, NORMAL: 1, ARCHIVED: 2 }),
          enumType("Visibility", {
            VISIBILITY_UNSPECIFIED: 0,
            PRIVATE: 1,
            PROTECTED: 2,
            PUBLIC: 3,
          }),
          enumType("Role", { ROLE_UNSPECIFIED: 0, ADMIN: 2, USER: 3 }),
        ],
        service: Object.entries(methods).map(([name, of]) => ({
          name,
          method: Object.entries(of).map(([method, answer]) => ({
            name: method,
            inputType: `.${api}.${method}Request`,
            outputType: wellKnown[answer] ?? `.${api}.${answer}`,
          })),
        })),
      }),
    ],
  }),
);

/** Returns a service of memos by its short name. */
export function memosService(name: string): DescService {
  const service = registry.getService(`${api}.${name}`);
  if (service === undefined) throw new Error(`there is no service ${name}`);
  return service;
}

/** Messages in the details of errors. */
export const badRequest = messageOf("google.rpc.BadRequest");
export const errorInfo = messageOf("google.rpc.ErrorInfo");

function messageOf(name: string) {
  const message = registry.getMessage(name);
  if (message === undefined) throw new Error(`there is no message ${name}`);
  return message;
}
