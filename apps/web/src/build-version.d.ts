/** Version of the build, which the bundler inserts: the same in the page and its worker. */
declare const buildVersion: string;
